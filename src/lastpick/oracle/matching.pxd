# C types for matching.py, where it is compiled.
cimport cython

cdef int FREE
cdef int OUTER
cdef int INNER
cdef int DEAD
cdef int _BREATH

cdef class Graph:
    cdef public int size
    cdef public long long begin
    cdef public long long end
    cdef public int[::1] near

    cdef void look(self, int v) noexcept
    @cython.locals(e="long long")
    cpdef list neighbours(self, int v)

cdef class Listed(Graph):
    cdef long long[::1] starts

cdef class Close(Graph):
    cdef long long width

    @cython.locals(w="long long")
    cdef void look(self, int v) noexcept

cdef class Divisors(Graph):
    cdef long long first
    cdef unsigned short[::1] factors

    @cython.locals(n="long long", step="long long", at="long long", end="long long", near="int[::1]")
    cdef void look(self, int v) noexcept
    @cython.locals(left="unsigned int", prime="unsigned int", power="int", count="int", block="int", i="int", kept="int", near="int[::1]")
    cdef void _divisors(self, long long n) noexcept

@cython.locals(factors="unsigned short[::1]", p="long long", m="long long", work="long long")
cpdef smallest_factors(long long last, tick=*)

cdef class Matcher:
    cdef public int size
    cdef Graph graph
    cdef public object budget
    cdef public object partners
    cdef public int[::1] match
    cdef public signed char[::1] label
    cdef int[::1] base
    cdef int[::1] pre
    cdef int[::1] mark
    cdef int[::1] stack
    cdef int[::1] outer
    cdef int stamp
    cdef int count
    cdef int tail
    cdef long long work

    cpdef breathe(self)
    @cython.locals(v=cython.int, w=cython.int)
    cpdef start_from(self, int[::1] match)
    @cython.locals(v=cython.int, w=cython.int, best=cython.int, e="long long", graph=Graph, near="int[::1]", match="int[::1]")
    cpdef greedy(self)
    @cython.locals(v=cython.int)
    cpdef finish(self)
    @cython.locals(x=cython.int)
    cpdef expose(self, int v)
    @cython.locals(graph=Graph, near="int[::1]", label="signed char[::1]", base=cython.int, u=cython.int, v=cython.int, w=cython.int, e="long long")
    cpdef bint search(self, int root)
    cdef void _add_outer(self, int v) noexcept
    cdef int _look(self, int v) except -1
    @cython.locals(y=cython.int, z=cython.int)
    cdef void _flip(self, int x) noexcept
    @cython.locals(i=cython.int, v=cython.int, w=cython.int)
    cdef void _clear(self) noexcept
    @cython.final
    cdef int _find(self, int v) noexcept
    @cython.final
    cdef int _meet(self, int v, int w) noexcept
    @cython.final
    cdef void _contract(self, int v, int w, int top) noexcept

@cython.locals(partners="int[::1]", lower="int[::1]", v="int", count="int")
cpdef lower_of(match)
