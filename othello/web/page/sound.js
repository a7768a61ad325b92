// Two quiet sounds, made by Web Audio: a disc that is put, and a notice such as a pass or the end of the game.

import {$, onPress} from "./dom.js";
import * as storage from "./storage.js";

const LOUDNESS = 0.08;
// Hertz, and seconds of the beginning and the end of each tone.
const TONES = {
  disc: [[220, 0, 0.07]],
  notice: [[523, 0, 0.12], [392, 0.13, 0.31]]
};

export class Sound {
  constructor() {
    onPress("sound", () => {
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
    const audio = new AudioContext();
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.connect(loudness).connect(audio.destination);
    tone.start();
    for (const [frequency, begin, end] of TONES[name]) {
      tone.frequency.setValueAtTime(frequency, begin);
      loudness.gain.setValueAtTime(LOUDNESS, begin);
      loudness.gain.exponentialRampToValueAtTime(0.0001, end);
    }
    tone.stop(TONES[name].at(-1)[2]);
    tone.onended = () => audio.close(); // silence, too, would take the processor's time
  }
}
