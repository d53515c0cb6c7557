# C types for positions.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN
cdef u64 _FIVES
cdef u64 _THREES
cdef u64 _NIBBLES
cdef u64 _ONES
cdef u64 _DONE
cdef int OPEN
cdef int WON
cdef int LOST
cdef long _BREATH

cdef class Positions:
    cdef public object tick
    cdef public long long most_bytes
    cdef public long long count
    cdef long long work
    cdef readonly int size
    cdef readonly int words
    cdef readonly bint misere
    cdef readonly bint apart
    cdef int stride
    cdef int shift
    cdef u64 slots
    cdef u64 filled
    cdef int depth
    cdef unsigned char[::1] lowest
    cdef unsigned char[::1] values
    cdef u64[::1] keys
    cdef u64[::1] keeps
    cdef u64[::1] after
    cdef u64[::1] before
    cdef u64[::1] takers
    cdef u64[::1] mutual
    cdef u64[::1] fresh
    cdef u64[::1] good
    cdef u64[::1] need
    cdef u64[::1] free
    cdef u64[::1] seen
    cdef u64[::1] stack
    cdef int[::1] match
    cdef int[::1] twins
    cdef int[::1] twin
    cdef int[::1] came
    cdef int[::1] queue
    cdef long long[::1] frames

    cdef _room(self, int bits)
    @cython.locals(keys="unsigned long long[::1]", values="unsigned char[::1]", old=u64, i=u64, slot=u64, w=cython.int)
    cdef _grow(self)
    @cython.locals(stride=cython.int, mixed=u64, slot=u64, w=cython.int)
    cdef u64 _slot(self, u64[::1] words, long at)
    cdef int _known(self, long at)
    @cython.locals(slot=u64, w=cython.int)
    cdef int _keep(self, long at, int value) except -1
    @cython.locals(slot=u64)
    cdef u64 _home(self, long at)
    @cython.locals(code=cython.int)
    cpdef bint wins(self, choices, left) except *
    @cython.locals(words=cython.int, w=cython.int, room="unsigned long long[::1]")
    cdef int _load(self, choices, left) except -1
    @cython.locals(frames="long long[::1]", depth=cython.int, code=cython.int, at=cython.long)
    cdef int _prove(self) except -1
    @cython.locals(step=cython.int, room="unsigned long long[::1]", best=cython.long, rank=u64, at=cython.long, end=cython.long)
    cdef long _next(self, int depth)
    @cython.locals(words=cython.int, step=cython.int, at=cython.long, first=cython.long, top=cython.long, to=cython.long, w=cython.int, n=cython.int, code=cython.int, picks=u64, low=u64)
    cdef int _expand(self, int depth) except -1
    @cython.locals(t=cython.int)
    cdef bint _same_as_before(self, int n, long at)
    @cython.locals(room="unsigned long long[::1]", i=cython.long)
    cdef _more(self)
    @cython.locals(words=cython.int, w=cython.int, answers=u64, left=u64)
    cdef u64 _rank(self, long at)
    cdef u64 _ones(self, u64 word)
    @cython.locals(words=cython.int, w=cython.int, row=cython.int, room="unsigned long long[::1]")
    cdef int _derive(self, int n, long at, long to)
    @cython.locals(words=cython.int, w=cython.int, some=u64, room="unsigned long long[::1]")
    cdef int _plain(self, long to)
    @cython.locals(words=cython.int, w=cython.int, x=cython.int, v=cython.int, some=u64, takers=u64, low=u64, left=cython.long, room="unsigned long long[::1]")
    cdef bint _strike(self, long to)
    @cython.locals(words=cython.int, w=cython.int, x=cython.int, v=cython.int, some=u64, low=u64, left=cython.long, bound=cython.long, room="unsigned long long[::1]")
    cdef int _settle(self, long to, int n)
    @cython.locals(words=cython.int, w=cython.int, bad=u64, low=u64, left=cython.long, room="unsigned long long[::1]")
    cdef void _spoil(self, long to, int v)
    @cython.locals(words=cython.int, w=cython.int, row=cython.int, room="unsigned long long[::1]")
    cdef void _bind(self, long to, int v)
    @cython.locals(words=cython.int, w=cython.int, wins=u64, some=u64, room="unsigned long long[::1]")
    cdef int _choose(self, long to, int n)
    @cython.locals(words=cython.int, w=cython.int, x=cython.int, v=cython.int, more=u64, found=u64, low=u64, left=cython.long, room="unsigned long long[::1]")
    cdef void _reach(self, long to)
    @cython.locals(words=cython.int, at=cython.int, count=cython.int, i=cython.int, s=cython.int, one=cython.int, two=cython.int, three=cython.int, four=cython.int, bound=cython.bint, w=cython.long, low=u64, room="unsigned long long[::1]")
    cdef void _order(self, long to)
    @cython.locals(words=cython.int, w=cython.int, x=cython.int, low=u64, fresh=u64, left=cython.long, room="unsigned long long[::1]")
    cdef bint _paired(self, long at)
    @cython.locals(words=cython.int, w=cython.int, some=u64)
    cdef bint _partner(self, int x, long left)
    @cython.locals(words=cython.int, w=cython.int, more=u64)
    cdef void _need_after(self, int y, long left)
    @cython.locals(one=u64)
    cdef void _join(self, int x, int y)
    @cython.locals(words=cython.int, w=cython.int, best=cython.int, found=u64)
    cdef bint _pair(self, int x, long left)
    @cython.locals(words=cython.int, w=cython.int, u=cython.int, v=cython.int, z=cython.int, head=cython.int, tail=cython.int, one=u64, low=u64, found=u64)
    cdef bint _exchange(self, int x, long left)
    @cython.locals(words=cython.int, w=cython.int, kept=cython.int, fro=cython.int)
    cdef void _flip(self, int u, int v)
