# C types for matching.py, where it is compiled.
cimport cython

cdef int FREE
cdef int OUTER
cdef int INNER
cdef int DEAD

@cython.locals(size=cython.int, d=cython.longlong, m=cython.longlong, v=cython.int, offsets="long long[::1]", targets="int[::1]")
cpdef divisor_graph(long long first, long long last, const unsigned char[::1] alive)

cdef class Matcher:
    cdef public int size
    cdef long long[::1] starts
    cdef int[::1] targets
    cdef public int[::1] match
    cdef public signed char[::1] label
    cdef int[::1] base
    cdef int[::1] pre
    cdef int[::1] mark
    cdef int[::1] queue
    cdef int[::1] touched
    cdef int stamp
    cdef int count

    @cython.locals(v=cython.int, w=cython.int)
    cpdef start_from(self, int[::1] match)
    @cython.locals(size=cython.int, v=cython.int, u=cython.int, w=cython.int, best=cython.int, e="long long", head=cython.int, tail=cython.int, highest=cython.int, degree="int[::1]", queue="int[::1]", match="int[::1]")
    cpdef greedy(self)
    @cython.locals(v=cython.int)
    cpdef finish(self)
    @cython.locals(x=cython.int)
    cpdef expose(self, int v)
    @cython.locals(queue="int[::1]", head=cython.int, tail=cython.int, u=cython.int, v=cython.int, w=cython.int, top=cython.int, e="long long")
    cpdef bint search(self, int root)
    @cython.locals(y=cython.int, z=cython.int)
    cdef void _flip(self, int x)
    @cython.locals(i=cython.int, v=cython.int)
    cdef void _clear(self)
    @cython.locals(base="int[::1]")
    cdef int _find(self, int v)
    cdef int _meet(self, int v, int w)
    cdef int _contract(self, int v, int w, int top, int tail)
