// What SystemCalls needs of zlib, the same on every platform. Source: zlib 1.3.1, zlib.h and zconf.h, read 2026-11.
typedef struct z_stream_s {
  unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  struct internal_state *state;
  void *(*zalloc)(void *, unsigned int, unsigned int);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;
typedef z_stream *z_streamp;
#define ZLIB_VERSION "1.3.1"
#define Z_OK 0
#define Z_STREAM_END 1
#define Z_BUF_ERROR (-5)
#define Z_NO_FLUSH 0
#define MAX_WBITS 15
int inflate(z_streamp, int);
int inflateEnd(z_streamp);
int inflateReset(z_streamp);
int inflateInit2_(z_streamp, int, const char *, int);
