// What SystemCalls needs of musl, declared as in musl 1.2.5 for x86_64, so that the Swift compiler can check SystemCalls as
// the Static Linux SDK does. Types, widths and optional pointers matter; everything else is left out.
// Sources, read 2026-11: musl 1.2.5, include and arch/x86_64/bits.
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long off_t;
typedef int pid_t;
typedef unsigned long dev_t;
typedef unsigned mode_t;
typedef unsigned long nlink_t;
typedef unsigned long ino_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef long blkcnt_t;
typedef long blksize_t;
typedef long time_t;
typedef long suseconds_t;

// errno.h, string.h, stdlib.h
int *__errno_location(void);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define E2BIG 7
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ETXTBSY 26
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define ENAMETOOLONG 36
#define ENOTEMPTY 39
#define ELOOP 40
#define EWOULDBLOCK EAGAIN
#define EILSEQ 84
#define ENOTSUP 95
#define EADDRINUSE 98
#define EADDRNOTAVAIL 99
#define ENETDOWN 100
#define ENETUNREACH 101
#define ENETRESET 102
#define ECONNABORTED 103
#define ECONNRESET 104
#define ENOBUFS 105
#define ENOTCONN 107
#define ETIMEDOUT 110
#define ECONNREFUSED 111
#define EHOSTDOWN 112
#define EHOSTUNREACH 113
#define ESTALE 116
#define EDQUOT 122
char *strerror(int);
char *strdup(const char *);
void free(void *);
char *realpath(const char *__restrict, char *__restrict);

// unistd.h, fcntl.h, stdio.h, sys/file.h; FILE is incomplete for C11
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_RDONLY 00
#define O_WRONLY 01
#define O_RDWR 02
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_CLOEXEC 02000000
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
struct flock {
  short l_type;
  short l_whence;
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
};
int flock(int, int);
int open(const char *, int, ...);
int close(int);
int dup(int);
int isatty(int);
int unlink(const char *);
int rename(const char *, const char *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
_Noreturn void _exit(int);
_Noreturn void exit(int);
typedef struct _IO_FILE FILE;
FILE *fopen(const char *__restrict, const char *__restrict);
FILE *fdopen(int, const char *);
int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
int ferror(FILE *);
size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);

// sys/stat.h, time.h
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  nlink_t st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  gid_t st_gid;
  unsigned __pad0;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
  struct timespec st_atim;
  struct timespec st_mtim;
  struct timespec st_ctim;
  long __unused[3];
};
int stat(const char *__restrict, struct stat *__restrict);
int fstat(int, struct stat *);
int fchmod(int, mode_t);
typedef int clockid_t;
#define CLOCK_THREAD_CPUTIME_ID 3
int clock_gettime(clockid_t, struct timespec *);

// signal.h
typedef void (*sighandler_t)(int);
void (*signal(int, void (*)(int)))(int);

// poll.h, sys/ioctl.h
typedef unsigned long nfds_t;
struct pollfd {
  int fd;
  short events;
  short revents;
};
#define POLLIN 0x001
#define POLLOUT 0x004
int poll(struct pollfd *, nfds_t, int);
#define TIOCGWINSZ 0x5413
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

// sys/resource.h, sys/wait.h
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
typedef unsigned long long rlim_t;
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
#define RLIMIT_NOFILE 7
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd,
      ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
  long __reserved[16];
};
#define RUSAGE_SELF 0
int getrusage(int, struct rusage *);
pid_t wait4(pid_t, int *, int, struct rusage *);

// spawn.h
typedef struct {
  int __flags;
} posix_spawnattr_t;
typedef struct {
  int __pad0[2];
  void *__actions;
  int __pad[16];
} posix_spawn_file_actions_t;
int posix_spawn(pid_t *__restrict, const char *__restrict, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *__restrict, char *const *__restrict, char *const *__restrict);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *__restrict, int, const char *__restrict, int, mode_t);

// sys/socket.h, netinet/in.h, arpa/inet.h, netdb.h
typedef unsigned short sa_family_t;
typedef unsigned socklen_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
#define AF_INET 2
#define AF_INET6 10
#define SOCK_STREAM 1
#define SOL_SOCKET 1
#define SO_RCVTIMEO 20
#define SHUT_WR 1
#define MSG_NOSIGNAL 0x4000
struct sockaddr {
  sa_family_t sa_family;
  char sa_data[14];
};
struct in_addr {
  in_addr_t s_addr;
};
struct sockaddr_in {
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  uint8_t sin_zero[8];
};
struct in6_addr {
  union {
    uint8_t __s6_addr[16];
    uint16_t __s6_addr16[8];
    uint32_t __s6_addr32[4];
  } __in6_union;
};
struct sockaddr_in6 {
  sa_family_t sin6_family;
  in_port_t sin6_port;
  uint32_t sin6_flowinfo;
  struct in6_addr sin6_addr;
  uint32_t sin6_scope_id;
};
struct addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  socklen_t ai_addrlen;
  struct sockaddr *ai_addr;
  char *ai_canonname;
  struct addrinfo *ai_next;
};
#define EAI_NONAME -2
#define EAI_AGAIN -3
#define EAI_FAIL -4
#define EAI_FAMILY -6
#define EAI_MEMORY -10
#define EAI_SYSTEM -11
int getaddrinfo(const char *__restrict, const char *__restrict, const struct addrinfo *__restrict,
                struct addrinfo **__restrict);
void freeaddrinfo(struct addrinfo *);
const char *gai_strerror(int);
int inet_pton(int, const char *__restrict, void *__restrict);
in_addr_t inet_addr(const char *);
int socket(int, int, int);
int connect(int, const struct sockaddr *, socklen_t);
int setsockopt(int, int, int, const void *, socklen_t);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
int shutdown(int, int);

// iconv.h
typedef void *iconv_t;
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **__restrict, size_t *__restrict, char **__restrict, size_t *__restrict);
int iconv_close(iconv_t);

extern char **environ;
