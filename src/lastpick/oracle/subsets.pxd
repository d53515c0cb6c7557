# C types for subsets.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef int FIRST
cdef u64 _BREATH
cdef u64 _DEBRUIJN

cdef class Subsets:
    cdef int numbers
    cdef int size
    cdef int more
    cdef bint misere
    cdef u64[::1] after
    cdef u64[::1] won
    cdef u64[::1] good
    cdef u64[::1] answers
    cdef u64[::1] some
    cdef u64[::1] lanes
    cdef unsigned char[::1] lowest

    @cython.locals(words=u64, high=u64, j=cython.int, found=u64)
    cpdef u64 best(self, tick) except? 0xFFFFFFFFFFFFFFFF
    @cython.locals(place=u64, answers=u64, some=u64, i=cython.int, j=cython.int)
    cdef void _fill(self, u64 high)
    @cython.locals(one=u64, changed=u64, answers=u64, i=cython.int, j=cython.int)
    cdef void _fill_first(self, u64 high)
    @cython.locals(found=u64, rest=u64, low=u64)
    cdef u64 _answers(self, int i, u64 high)
