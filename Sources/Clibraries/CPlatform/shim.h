// What the system's C library offers and Swift's view of it leaves out: variadic calls, and headers that
// no module map names. Static inline functions only, so that nothing has to be compiled for this target.
#ifndef TURNLAB_CPLATFORM_H
#define TURNLAB_CPLATFORM_H

#if defined(__linux__)
#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Lets this thread's timed waits end at their deadline instead of up to 50 microseconds later.
static inline int lab_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
}

// Gives this thread so many nanoseconds of a processor in every period, ahead of all other scheduling classes
// (SCHED_DEADLINE, sched(7)); threads and processes that it starts are ordinary. Zero when the system agrees. The
// C library has neither the call nor, in every version, the structure, which is the first that the kernel had.
static inline int lab_reserve_processor(uint64_t runtime, uint64_t period) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } wish = {sizeof wish, 6 /* SCHED_DEADLINE */, 1 /* RESET_ON_FORK */, 0, 0, runtime, period, period};
  return (int)syscall(SYS_sched_setattr, 0, &wish, 0);
}

// Bytes that the allocator has handed out and not got back, over all arenas and mappings; -1 where nobody knows.
static inline long long lab_allocated_bytes(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return (long long)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}
#else
static inline int lab_set_timer_slack(unsigned long nanoseconds) {
  (void)nanoseconds;
  return -1;
}

static inline int lab_reserve_processor(unsigned long long runtime, unsigned long long period) {
  (void)runtime;
  (void)period;
  return -1;
}

static inline long long lab_allocated_bytes(void) { return -1; }
#endif

#endif
