# C types for row_form.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef class RowForm:
    cdef int width
    cdef public int single
    cdef u64[::1] pieces
    cdef int[::1] sizes

    @cython.locals(piece=u64, mirrored=u64, one=u64, size=cython.int, gap=cython.int, count=cython.int, i=cython.int, at=cython.int)
    cpdef u64 reduced(self, u64 rest) noexcept
