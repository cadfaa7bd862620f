#include <opus.h>

// Swift cannot call functions with a variable number of arguments.

static inline int lab_opus_set_bitrate(OpusEncoder *encoder, opus_int32 bits) {
  return opus_encoder_ctl(encoder, OPUS_SET_BITRATE(bits));
}

static inline int lab_opus_set_loss(OpusEncoder *encoder, opus_int32 percent) {
  return opus_encoder_ctl(encoder, OPUS_SET_PACKET_LOSS_PERC(percent)) |
         opus_encoder_ctl(encoder, OPUS_SET_INBAND_FEC(percent > 0 ? 1 : 0));
}

static inline int lab_opus_lookahead(OpusEncoder *encoder) {
  opus_int32 samples = 0;
  opus_encoder_ctl(encoder, OPUS_GET_LOOKAHEAD(&samples));
  return samples;
}
