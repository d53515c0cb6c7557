# C types for subsets.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef int FIRST
cdef u64 _BREATH

cdef class Subsets:
    cdef int numbers
    cdef int size
    cdef int more
    cdef bint misere
    cdef u64[::1] after
    cdef u64[::1] won
    cdef u64[::1] good
    cdef u64[::1] lanes

    @cython.locals(words=u64, high=u64, j=cython.int, found=u64)
    cpdef u64 best(self, tick) except? 0xFFFFFFFFFFFFFFFF
    @cython.locals(size=cython.int, words=u64, one=u64, place=u64, i=cython.int, j=cython.int, _=cython.int)
    cdef void _fill(self, u64 high)
    @cython.locals(answers=u64, some=u64, row=u64, rest=u64, j=cython.int)
    cdef u64 _wins(self, int i, u64 high)
