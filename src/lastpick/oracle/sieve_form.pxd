# C types for sieve_form.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _DEBRUIJN

cdef class SieveForm:
    cdef public tuple numbers
    cdef unsigned char[::1] lowest
    cdef unsigned char[::1] block_of
    cdef int[::1] places
    cdef int[::1] start
    cdef u64[::1] width
    cdef u64[::1] ties
    cdef u64[::1] patterns
    cdef u64[::1] needs
    cdef public u64 tied
    cdef public u64 free
    cdef public int blocks
    cdef public bint cancels

    @cython.locals(left=u64, low=u64, needed=u64)
    cpdef bint closed(self, u64 rest) noexcept
    @cython.locals(rest=u64, low=u64, one=u64)
    cpdef u64 placed(self, u64 bits, long first) noexcept
    @cython.locals(low=u64)
    cpdef list listed(self, u64 rest)
    @cython.locals(tied=u64, left=u64, low=u64, pattern=u64, block=cython.int, count=cython.int, i=cython.int, j=cython.int)
    cpdef u64 reduced(self, u64 rest) noexcept
