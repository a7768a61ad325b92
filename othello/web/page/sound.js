// Two quiet sounds, made by Web Audio: a disc that is put, and a notice such as a pass or the end of the game.

import {$} from "./dom.js";
import * as storage from "./storage.js";

const LOUDNESS = 0.08;
// Hertz, and seconds of the beginning and the length of each tone.
const TONES = {
  disc: [[220, 0, 0.07]],
  notice: [[523, 0, 0.12], [392, 0.13, 0.18]]
};

export class Sound {
  audio = null;
  sounding = 0; // tones that have not ended

  constructor() {
    $("sound").addEventListener("click", () => {
      storage.choose({isSilent: !storage.choices.isSilent});
      this.draw();
      this.play("disc");
    });
    this.draw();
  }

  draw() {
    $("sound").setAttribute("aria-checked", String(!storage.choices.isSilent));
  }

  // Browsers allow sounds only after the user has touched the page, and some have no Web Audio.
  //   name: of the sound, as in TONES
  play(name) {
    if (storage.choices.isSilent || !window.AudioContext || !navigator.userActivation?.hasBeenActive) return;
    const tones = TONES[name];
    this.audio ??= new AudioContext();
    this.audio.resume();
    this.sounding += tones.length;
    for (const [frequency, begin, length] of tones) {
      const tone = this.audio.createOscillator();
      const loudness = this.audio.createGain();
      const time = this.audio.currentTime + begin;
      tone.type = "triangle";
      tone.frequency.setValueAtTime(frequency, time);
      loudness.gain.setValueAtTime(LOUDNESS, time);
      loudness.gain.exponentialRampToValueAtTime(0.0001, time + length);
      tone.connect(loudness).connect(this.audio.destination);
      tone.start(time);
      tone.stop(time + length);
      tone.onended = () => this.end();
    }
  }

  // Silence, too, would take the processor's time.
  end() {
    if (--this.sounding === 0) this.audio.suspend();
  }
}
