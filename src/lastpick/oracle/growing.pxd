# C types for growing.py, where it is compiled.
cimport cython
from lastpick.oracle.matching cimport Graph, Matcher

cdef int FREE
cdef int OUTER
cdef int INNER

cdef class Growing(Matcher):
    cdef const unsigned char[::1] counts
    cdef public long long counted
    cdef public long long pairs
    cdef int[::1] root
    cdef int[::1] next
    cdef int[::1] latest
    cdef int[::1] freed
    cdef unsigned char[::1] waiting

    @cython.locals(v=cython.int)
    cpdef begin(self, int[::1] match, const unsigned char[::1] alive)
    cpdef long long join(self, int v) except -1
    cdef void _plant(self, int v) noexcept
    cdef void _add_outer(self, int v) noexcept
    @cython.locals(w=cython.int, root=cython.int)
    cdef void _attach(self, int v, int u) noexcept
    @cython.locals(graph=Graph, near="int[::1]", label="signed char[::1]", base=cython.int, u=cython.int, v=cython.int, e="long long")
    cdef int _settle(self) except -1
    @cython.locals(graph=Graph, near="int[::1]", one=cython.int, other=cython.int, x=cython.int, y=cython.int, w=cython.int, i=cython.int, count=cython.int, e="long long")
    cdef int _join_trees(self, int u, int v) except -1
    @cython.locals(v=cython.int)
    cdef int _dissolve(self, int root, int count) noexcept
