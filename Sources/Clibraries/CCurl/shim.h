// libcurl, and the variadic half of it as plain functions: Swift cannot call variadic C functions.
#ifndef TURNLAB_CCURL_H
#define TURNLAB_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode lab_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

// Options of one transfer.

static inline CURLcode lab_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode lab_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode lab_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode lab_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode lab_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode lab_curl_on_body(CURL *easy, curl_write_callback callback, void *context) {
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  return curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
}

static inline CURLcode lab_curl_on_header(CURL *easy, curl_write_callback callback, void *context) {
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  return curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
}

static inline CURLcode lab_curl_on_debug(CURL *easy, curl_debug_callback callback, void *context) {
  curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
  return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, callback);
}

// Facts about one transfer; the value is left alone when libcurl has none.

static inline CURLcode lab_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode lab_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode lab_curl_get_private(CURL *easy, void **value) {
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, value);
}

// The handle that drives many transfers.

static inline CURLMcode lab_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode lab_curl_multi_on_socket(CURLM *multi, curl_socket_callback callback, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}

static inline CURLMcode lab_curl_multi_on_timer(
  CURLM *multi, curl_multi_timer_callback callback, void *context) {
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}

// The result inside a CURLMSG_DONE message (a C union, which Swift sees only as bytes).
static inline CURLcode lab_curl_message_result(const CURLMsg *message) { return message->data.result; }

// Option values that are macros with casts, which Swift does not import.
static inline int lab_curl_timeout_socket(void) { return (int)CURL_SOCKET_TIMEOUT; }

#endif
