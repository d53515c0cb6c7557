# C types for misere_words.py, where it is compiled.
cimport cython
from .row_form cimport RowForm
from .sieve_form cimport SieveForm
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN
cdef long _ASK
cdef u64 _ASK_GROWING
cdef int UNKNOWN
cdef int LOST
cdef int WON

cdef class MisereWords:
    cdef public object tick
    cdef public long most
    cdef public long count
    cdef SieveForm sieve
    cdef RowForm row
    cdef unsigned char[::1] lowest
    cdef u64[::1] keeps
    cdef u64[::1] near
    cdef int single
    cdef u64[::1] waiting
    cdef int[::1] singles
    cdef int top
    cdef int shift
    cdef u64 slots
    cdef u64[::1] keys
    cdef unsigned char[::1] values

    cdef _room(self, int bits)
    @cython.locals(keys="unsigned long long[::1]", values="unsigned char[::1]", old=u64, i=u64, slot=u64, shift=cython.int, slots=u64)
    cdef _grow(self)
    @cython.locals(slot=u64)
    cdef u64 _slot(self, u64 key) noexcept
    @cython.locals(slot=u64)
    cdef int _enter(self, u64 rest, int single, int value) except -1
    @cython.locals(left=u64, low=u64)
    cdef u64 _reduced(self, u64 rest) noexcept
    cpdef bint lost(self, u64 rest) except -1
    @cython.locals(slot=u64)
    cdef int _known(self, u64 rest, int single) noexcept
    @cython.locals(value=cython.int)
    cdef int _value(self, u64 rest, int single) except -1
    @cython.locals(begin=cython.int, end=cython.int, i=cython.int, left=u64, low=u64, after=u64, odd=cython.int, value=cython.int, size=cython.int, found=cython.bint)
    cdef bint _wins(self, u64 rest, int single) except -1
    @cython.locals(size=cython.int)
    cdef int _size(self, u64 rest) noexcept
