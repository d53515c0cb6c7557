# C types for steps.py, where it is compiled.
cimport cython

cdef long long _BREATH

@cython.locals(size=cython.longlong, count=cython.longlong, found="int[::1]", stamp="long long[::1]", upwards=cython.bint, some=cython.bint, lost=cython.bint, work=cython.longlong, turn=cython.longlong, place=cython.longlong, to=cython.longlong, i=cython.longlong, value=cython.int)
cpdef values(const unsigned char[::1] alive, int[::1] steps, bint misere, tick)

@cython.locals(size=cython.longlong, count=cython.longlong, found="int[::1]", upwards=cython.bint, odd=cython.int, work=cython.longlong, turn=cython.longlong, place=cython.longlong, to=cython.longlong, i=cython.longlong, nearest=cython.int, farthest=cython.int)
cpdef distances(const unsigned char[::1] alive, int[::1] steps, bint misere, tick)
