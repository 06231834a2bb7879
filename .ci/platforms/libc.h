// What SystemCalls needs of the C library, declared as in the SDK of macOS 15 (with DARWIN) and as in musl 1.2.5 for x86_64, so
// that the Swift compiler on Linux can check SystemCalls as both. Types, widths and optional pointers matter, and that a name
// exists; the numbers do not, and everything else is left out.
// Sources, read 2026-11: xnu 11417 (bsd/sys), Libc 1725, Libinfo 600, libiconv 115; musl 1.2.5, include and arch/x86_64/bits.
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef int pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef long time_t;
#if DARWIN
typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef int64_t off_t;
typedef int32_t dev_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef uint64_t ino_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef int32_t suseconds_t;
#else
typedef unsigned long uint64_t;
typedef long off_t;
typedef unsigned long dev_t;
typedef unsigned mode_t;
typedef unsigned long nlink_t;
typedef unsigned long ino_t;
typedef long blkcnt_t;
typedef long blksize_t;
typedef long suseconds_t;
#endif

// errno.h, string.h, stdlib.h
#if DARWIN
int *__error(void);
#else
int *__errno_location(void);
extern char **environ;
#endif
#define EINTR 4
#define EACCES 13
#define ENOMEM 12
#define EINVAL 22
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EADDRINUSE 48
#define ECONNRESET 54
#define EILSEQ 92
char *strerror(int);
void free(void *);
char *realpath(const char *__restrict, char *__restrict);

// unistd.h, fcntl.h, stdio.h, sys/file.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_APPEND 0x0008
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_CLOEXEC 0x01000000
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int flock(int, int);
int open(const char *, int, ...);
int close(int);
int dup(int);
int isatty(int);
int unlink(const char *);
int rename(const char *, const char *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
__attribute__((noreturn)) void _exit(int);
__attribute__((noreturn)) void exit(int);
#if DARWIN
typedef struct __sFILE {
  unsigned char *_p;
  int _r;
} FILE;
#else
// Incomplete for C11.
typedef struct _IO_FILE FILE;
#endif
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
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
};
int stat(const char *__restrict, struct stat *__restrict);
int fstat(int, struct stat *);
int fchmod(int, mode_t);
#if DARWIN
typedef enum {
  _CLOCK_REALTIME = 0,
  _CLOCK_THREAD_CPUTIME_ID = 16,
} clockid_t;
#else
typedef int clockid_t;
#define CLOCK_THREAD_CPUTIME_ID 3
#endif
int clock_gettime(clockid_t, struct timespec *);

// signal.h
#if DARWIN
typedef void (*sig_t)(int);
#else
typedef void (*sighandler_t)(int);
#endif
void (*signal(int, void (*)(int)))(int);

// poll.h, sys/ioctl.h
#if DARWIN
typedef unsigned int nfds_t;
#else
typedef unsigned long nfds_t;
#define TIOCGWINSZ 0x5413
#endif
struct pollfd {
  int fd;
  short events;
  short revents;
};
#define POLLIN 0x0001
#define POLLOUT 0x0004
int poll(struct pollfd *, nfds_t, int);
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

// sys/resource.h
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
typedef unsigned long long rlim_t;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};
#define RLIMIT_NOFILE 8
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);

// sys/socket.h, netinet/in.h, arpa/inet.h, netdb.h
#if DARWIN
typedef uint8_t sa_family_t;
#else
typedef unsigned short sa_family_t;
#endif
typedef uint32_t socklen_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_RCVTIMEO 0x1006
#define SHUT_WR 1
#define MSG_NOSIGNAL 0x80000
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
};
struct in6_addr {
  union {
    uint8_t bytes[16];
    uint32_t words[4];
  } address;
};
struct sockaddr_in6 {
  sa_family_t sin6_family;
  in_port_t sin6_port;
  uint32_t sin6_flowinfo;
  struct in6_addr sin6_addr;
  uint32_t sin6_scope_id;
};
struct addrinfo {
  int ai_flags, ai_family, ai_socktype, ai_protocol;
  socklen_t ai_addrlen;
  char *ai_canonname;
  struct sockaddr *ai_addr;
  struct addrinfo *ai_next;
};
#define EAI_AGAIN 2
#define EAI_FAIL 4
#define EAI_FAMILY 5
#define EAI_MEMORY 6
#define EAI_NONAME 8
#define EAI_SYSTEM 11
#if DARWIN
#define EAI_NODATA 7
#endif
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

// iconv.h: on macOS an opaque pointer since macOS 14
#if DARWIN
struct __tag_iconv_t;
typedef struct __tag_iconv_t *iconv_t;
#else
typedef void *iconv_t;
#endif
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **__restrict, size_t *__restrict, char **__restrict, size_t *__restrict);
int iconv_close(iconv_t);
