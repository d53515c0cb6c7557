# C types for removals.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN
cdef u64 _FIVES
cdef u64 _THREES
cdef u64 _NIBBLES
cdef u64 _ONES
cdef long _BREATH
cdef int _PROBED

cdef class Removals:
    cdef public object tick
    cdef public long long most_bytes
    cdef public long long count
    cdef readonly bint misere
    cdef int shift
    cdef u64 slots
    cdef u64 filled
    cdef unsigned char[::1] lowest
    cdef u64[::1] table
    cdef u64[::1] keeps
    cdef u64[::1] after

    cdef _room(self, int bits)
    @cython.locals(table="unsigned long long[::1]", old=u64, i=u64, slot=u64)
    cdef _grow(self)
    @cython.locals(slot=u64, tried=cython.int)
    cdef long long _find(self, u64 left) noexcept
    @cython.locals(slot=u64, tried=cython.int)
    cdef u64 _slot(self, u64 left) noexcept
    @cython.locals(mixed=u64)
    cdef u64 _home(self, u64 left) noexcept
    cpdef bint wins(self, u64 choices, u64 left) except *
    @cython.locals(known=cython.int, slot=u64, rest=u64, low=u64, n=cython.int, fewer=u64, won=cython.bint)
    cdef bint _won(self, u64 choices, u64 left) except *
    @cython.locals(slot=u64, at=cython.longlong, rest=u64, low=u64, n=cython.int, answers=u64, fewer=u64)
    cdef int _look(self, u64 choices, u64 left) noexcept
    @cython.locals(low=u64)
    cdef bint _ends(self, u64 choices, u64 left) noexcept
    @cython.locals(best=u64, low=u64, fewest=u64, count=u64, n=cython.int, answers=u64, at=cython.longlong)
    cdef u64 _easiest(self, u64 rest, u64 left) noexcept
    cdef u64 _ones(self, u64 word) noexcept
    @cython.locals(seen=u64, fresh=u64, low=u64, more=u64)
    cdef u64 _reach(self, u64 choices, u64 left) noexcept
