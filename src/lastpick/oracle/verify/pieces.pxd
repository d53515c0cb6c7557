# C types for pieces.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef long _ASK
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN

cdef class Pieces:
    cdef public object tick
    cdef public long count
    cdef unsigned char[::1] lowest
    cdef u64[::1] keeps
    cdef u64[::1] near
    cdef int blocks
    cdef int[::1] starts
    cdef u64[::1] masks
    cdef u64[::1] tied
    cdef u64[::1] patterns
    cdef int shift
    cdef u64 slots
    cdef u64[::1] keys
    cdef unsigned char[::1] values

    cdef _room(self, int bits)
    @cython.locals(keys="unsigned long long[::1]", values="unsigned char[::1]", old=u64, i=u64, slot=u64)
    cdef _grow(self)
    @cython.locals(mixed=u64, slot=u64)
    cdef u64 _slot(self, u64 piece) noexcept
    @cython.locals(total=cython.int, piece=u64)
    cpdef int value(self, u64 rest) except -1
    @cython.locals(piece=u64, fresh=u64, low=u64, near=u64)
    cdef u64 _piece_of(self, u64 rest) noexcept
    @cython.locals(canonical=u64, slot=u64, value=cython.int)
    cdef int _piece_value(self, u64 piece) except -1
    @cython.locals(seen=u64, left=u64, low=u64, one=u64, keep=u64, value=cython.int)
    cdef int _mex(self, u64 piece) except -1
    @cython.locals(found=u64, free=u64, one=u64, count=cython.int, b=cython.int, i=cython.int, j=cython.int, pattern=u64)
    cdef u64 _canonical(self, u64 piece) noexcept
