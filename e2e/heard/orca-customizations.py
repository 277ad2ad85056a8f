"""Orca loads this as its user's own: what it would say is written into a file, each utterance with its language."""

import json
import os

from orca import acss, speech, speech_generator
from orca.speechserver import VoiceFamily

said = open(os.environ["ORCA_SAYS"], "a", buffering=1, encoding="utf-8")


def write(text, language=""):
    said.write(json.dumps({"text": text, "language": language}, ensure_ascii=False) + "\n")


def speak(text, voice, interrupt):
    family = voice and voice.get(acss.ACSS.FAMILY)
    write(text, family.get(VoiceFamily.LANG, "") if family else "")


def say_all(utterances, progress):
    """Of a page that was loaded, what comes first: then a key is pressed."""
    for context in [context for context, voice in utterances][:1]:
        speak(context.utterance, None, False)


voice_of = speech_generator.SpeechGenerator.voice


def voice_in_language(self, key=None, **args):
    """Orca knows the language of each part, but this version leaves the choice of a voice to its user."""
    [voice] = voice_of(self, key, **args)
    language = args.get("language")
    if key in (None, speech_generator.DEFAULT) and language and language != os.environ["LANGUAGE"]:
        # Without a name Orca drops what is said of a voice.
        voice[acss.ACSS.FAMILY] = {VoiceFamily.NAME: language, VoiceFamily.LANG: language}
    return [voice]


speech.init = lambda: None
speech.speakKeyEvent = speech.speakCharacter = lambda *args, **more: None
speech._speak = speak
speech.sayAll = say_all
speech_generator.SpeechGenerator.voice = voice_in_language
