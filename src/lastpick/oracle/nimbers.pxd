# C types for nimbers.py, where it is compiled.
cimport cython
from .binary_fuse cimport BinaryFuse
from .sieve_form cimport SieveForm
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN
cdef int UNKNOWN
cdef int _LARGEST_EXCLUDED
cdef long _ASK
cdef u64 _ASK_GROWING

cdef class Nimbers:
    cdef public object tick
    cdef public long most
    cdef public long count
    cdef unsigned char[::1] lowest
    cdef u64[::1] keeps
    cdef u64[::1] near
    cdef public SieveForm form
    cdef BinaryFuse table
    cdef u64 outside
    cdef u64 hub
    cdef u64 around
    cdef u64[::1] waiting
    cdef int top
    cdef u64 touched
    cdef int shift
    cdef public u64 slots
    cdef u64[::1] words

    cdef _room(self, int bits)
    @cython.locals(words="unsigned long long[::1]", old=u64, i=u64, slot=u64, shift=cython.int, slots=u64)
    cdef _grow(self)
    @cython.locals(mixed=u64)
    cdef u64 _home(self, u64 key) noexcept
    @cython.locals(slot=u64)
    cdef u64 _slot(self, u64 key) noexcept
    @cython.locals(slot=u64)
    cdef u64 _enter(self, u64 part) except? 0xFFFFFFFFFFFFFFFF
    @cython.locals(part=u64, fresh=u64, low=u64, near=u64)
    cpdef u64 part_of(self, u64 rest) noexcept
    @cython.locals(part=u64, others=u64, left=u64, low=u64, grown=cython.bint)
    cdef u64 _hub_part(self, u64 rest) noexcept
    @cython.locals(slot=u64)
    cpdef int known(self, u64 part) noexcept
    cpdef int value(self, u64 rest) except -1
    @cython.locals(total=cython.int, part=u64)
    cdef int _value(self, u64 rest) except -1
    @cython.locals(left=u64, low=u64, keep=u64)
    cpdef list options(self, u64 rest)
    @cython.locals(slot=u64, value=cython.int)
    cdef int _part_value(self, u64 part) except -1
    @cython.locals(begin=cython.int, end=cython.int, i=cython.int, seen=u64, left=u64, low=u64, rest=u64, one=u64, value=cython.int)
    cdef int _mex(self, u64 part) except -1
    cpdef int equals(self, u64 rest, int target) except -1
    @cython.locals(large=u64, part=u64, value=cython.int)
    cdef int _equals(self, u64 rest, int target) except -1
    @cython.locals(size=cython.int)
    cdef int _size(self, u64 part) noexcept
    @cython.locals(total=cython.int, part=u64, value=cython.int)
    cdef int _probe(self, u64 rest) noexcept
    @cython.locals(slot=u64, one=u64, value=cython.int)
    cdef int _part_equals(self, u64 part, int target) except -1
    @cython.locals(begin=cython.int, end=cython.int, i=cython.int, seen=u64, left=u64, low=u64, one=u64, rest=u64, value=cython.int, size=cython.int, wanted=cython.int, found=cython.int)
    cdef int _decide(self, u64 part, int target) except -1
    @cython.locals(i=cython.int)
    cdef int _leads_to(self, int begin, int end, int target) except -1
    @cython.locals(parts="unsigned long long[::1]", filled="unsigned char[::1]", found=u64, i=u64)
    cpdef sorted_entries(self)
    @cython.locals(i=cython.long)
    cpdef long first_wrong(self, unsigned long long[::1] keys, long start, long end) except -2
