# C types for numbers.py, where it is compiled.

cdef class Numbers:
    cdef readonly object first
    cdef readonly object last
    cdef readonly object size
    cdef readonly object everything
    cdef tuple _chunks
