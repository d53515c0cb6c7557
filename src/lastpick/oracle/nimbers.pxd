# C types for nimbers.py, where it is compiled.
cimport cython
from .binary_fuse cimport BinaryFuse
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _GOLDEN
cdef u64 _DEBRUIJN
cdef int UNKNOWN

cdef class Nimbers:
    cdef public object tick
    cdef public long most
    cdef public long count
    cdef unsigned char[::1] lowest
    cdef u64[::1] keeps
    cdef u64[::1] near
    cdef int[::1] shape
    cdef int[::1] table_shape
    cdef BinaryFuse table
    cdef u64 below
    cdef u64[::1] patterns
    cdef int shift
    cdef public u64 slots
    cdef public u64[::1] keys
    cdef public unsigned char[::1] values
    cdef u64[::1] excluded

    cdef _room(self, int bits)
    @cython.locals(keys="unsigned long long[::1]", values="unsigned char[::1]", excluded="unsigned long long[::1]", old=u64, i=u64, slot=u64)
    cdef _grow(self)
    @cython.locals(slot=u64)
    cdef u64 _slot(self, u64 key)
    @cython.locals(slot=u64)
    cdef u64 _enter(self, u64 part) except? 0xFFFFFFFFFFFFFFFF
    @cython.locals(part=u64, fresh=u64, low=u64, near=u64)
    cpdef u64 part_of(self, u64 rest)
    @cython.locals(at=cython.int, bundles=cython.int, length=cython.int, i=cython.int, j=cython.int, k=cython.int, pattern=u64, low=u64)
    cdef u64 canonical(self, u64 part, int[::1] shape)
    @cython.locals(total=cython.int, part=u64)
    cpdef int value(self, u64 rest) except -1
    @cython.locals(slot=u64, value=cython.int)
    cpdef int part_value(self, u64 part) except -1
    @cython.locals(seen=u64, left=u64, low=u64, one=u64, value=cython.int)
    cdef int _mex(self, u64 part) except -1
    @cython.locals(parts="unsigned long long[::1]", filled="unsigned char[::1]", found=u64, i=u64)
    cpdef sorted_entries(self)
    @cython.locals(i=cython.long)
    cpdef long first_wrong(self, unsigned long long[::1] keys, long start, long end) except -2
    @cython.locals(large=u64, part=u64)
    cpdef int equals(self, u64 rest, int target) except -1
    @cython.locals(slot=u64, one=u64, smaller=cython.int, answer=cython.int)
    cdef int part_equals(self, u64 part, int target) except -1
    @cython.locals(left=u64, low=u64)
    cdef int _leads_to(self, u64 part, int target) except -1
