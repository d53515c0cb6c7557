# C types for game.py, where it is compiled.
cimport cython

cdef class Position:
    cdef readonly object game
    cdef readonly object bits
    cdef readonly object last
    cdef readonly object choices
    cdef object _trail

    cpdef pick(self, n)
    @cython.locals(reached=Position)
    cpdef pick_unchecked(self, n)
