# C types for distances.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN

cdef class Distances:
    cdef public object tick
    cdef public long long most_bytes
    cdef readonly long long count
    cdef int misere
    cdef bint anything
    cdef int shift
    cdef u64 slots
    cdef u64[::1] keeps
    cdef u64[::1] after
    cdef u64[::1] keys
    cdef unsigned char[::1] lowest
    cdef unsigned char[::1] values

    cdef _room(self, int bits)
    @cython.locals(keys="unsigned long long[::1]", values="unsigned char[::1]", old=u64, i=u64, slot=u64)
    cdef _grow(self)
    @cython.locals(mixed=u64, slot=u64)
    cdef u64 _slot(self, u64 choices, u64 left)
    @cython.locals(slot=u64, picks=u64, low=u64, n=cython.int, found=cython.int, nearest=cython.int, farthest=cython.int, value=cython.int)
    cpdef int remoteness(self, u64 choices, u64 left) except -1
    @cython.locals(seen=u64, fresh=u64, low=u64, more=u64, n=cython.int)
    cdef u64 _reach(self, u64 choices, u64 left)
