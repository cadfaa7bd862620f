// The few structures of the speech engines that the lab looks into, declared here because the engines are loaded at run
// time and their headers need not be on the machine that builds. Members after the last one named are left out.
#ifndef TURNLAB_CENGINES_H
#define TURNLAB_CENGINES_H

// cst_wave of flite 2 (cst_wave.h).
typedef struct {
  const char *type;
  int sample_rate;
  int num_samples;
  int num_channels;
  short *samples;
} lab_flite_wave;

// cst_audio_streaming_info of flite 2 (cst_audio.h); flite itself allocates it.
typedef struct lab_flite_stream {
  int least_samples;
  int (*callback)(const lab_flite_wave *wave, int start, int count, int last, struct lab_flite_stream *stream);
  const void *utterance;
  const void *item;
  void *user_data;
} lab_flite_stream;

// The beginning of cst_voice of flite 2 (cst_voice.h).
typedef struct {
  const char *name;
  void *features;
} lab_flite_voice;

// The beginning of espeak_EVENT of eSpeak NG 1.4x and later (speak_lib.h).
typedef struct {
  int type;
  unsigned int unique_identifier;
  int text_position;
  int length;
  int audio_position;
  int sample;
  void *user_data;
} lab_espeak_event;

#endif
