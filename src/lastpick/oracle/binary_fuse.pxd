# C types for binary_fuse.py, where it is compiled.
cimport cython
ctypedef unsigned long long u64

cdef u64 M64
cdef u64 _A
cdef u64 _B
cdef u64 PER_WORD

cdef class BinaryFuse:
    cdef public const unsigned long long[::1] words
    cdef u64 seed
    cdef int bits
    cdef u64 length
    cdef u64 segments
    cdef u64 one
    cdef u64 two
    cdef u64 three

    cpdef int value(self, u64 key) noexcept
    cdef u64 get(self, u64 slot) noexcept
    @cython.locals(h=u64, mask=u64, at=u64)
    cdef void place(self, u64 key) noexcept

@cython.locals(count=u64, slots=u64, found=BinaryFuse, crowd="unsigned char[::1]", mixed="unsigned int[::1]", order="unsigned int[::1]", slot_of="unsigned int[::1]", stack="unsigned int[::1]", filled="unsigned long long[::1]", i=u64, s=u64, top=u64, done=u64, missing=u64)
cpdef build(unsigned long long[::1] keys, unsigned char[::1] values, u64 seed, u64 length, u64 segments)

cdef void _toggle(unsigned char[::1] crowd, unsigned int[::1] mixed, u64 slot, u64 key, int step) noexcept
