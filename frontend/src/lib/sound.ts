// Short sounds, made here from tones and noise, so that no file is loaded.
import { settings } from "./settings.svelte";

export type Sound = "card" | "build" | "tile" | "flip" | "move" | "refused" | "turn" | "tick" | "won" | "lost";

/** A tone, or noise around a pitch; times in seconds. */
interface Part {
  kind: "sine" | "triangle" | "noise";
  pitch: number;
  at?: number;
  length: number;
  loud: number;
}

const WOOD: Part[] = [
  { kind: "noise", pitch: 1900, length: 0.03, loud: 0.5 },
  { kind: "triangle", pitch: 320, length: 0.07, loud: 0.4 },
];
const later = (parts: Part[], at: number) => parts.map((part) => ({ ...part, at: (part.at ?? 0) + at }));
const notes = (pitches: number[], apart: number, length: number, loud: number): Part[] =>
  pitches.map((pitch, i) => ({ kind: "sine", pitch, at: i * apart, length, loud }));

const SOUNDS: Record<Sound, Part[]> = {
  card: [{ kind: "noise", pitch: 3200, length: 0.09, loud: 0.22 }, { kind: "noise", pitch: 5200, at: 0.05, length: 0.05, loud: 0.16 }],
  build: WOOD,
  tile: notes([1320, 1980], 0.05, 0.22, 0.12),
  flip: [{ kind: "noise", pitch: 2400, length: 0.05, loud: 0.2 }, { kind: "noise", pitch: 1200, at: 0.07, length: 0.05, loud: 0.25 }],
  move: [{ kind: "noise", pitch: 700, length: 0.22, loud: 0.14 }, ...later(WOOD, 0.24)],
  refused: [{ kind: "sine", pitch: 130, length: 0.14, loud: 0.5 }, { kind: "noise", pitch: 260, length: 0.08, loud: 0.4 }],
  turn: notes([660, 880], 0.14, 0.3, 0.14),
  tick: [{ kind: "noise", pitch: 2600, length: 0.02, loud: 0.3 }],
  won: [...notes([523, 659, 784, 1047], 0.12, 0.4, 0.13), ...later(notes([523, 659, 784], 0, 0.9, 0.09), 0.5)],
  lost: notes([262, 330, 392], 0.02, 1.1, 0.1),
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** One second of noise. */
function noiseOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}

function schedule(audio: AudioContext, { kind, pitch, at = 0, length, loud }: Part, higher: number, quieter: number) {
  const begin = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * quieter), begin + Math.min(0.015, length / 3));
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  volume.connect(audio.destination);
  if (kind === "noise") {
    const source = audio.createBufferSource();
    source.buffer = noise ??= noiseOf(audio);
    const band = audio.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = pitch * higher;
    source.connect(band).connect(volume);
    source.start(begin, 0, length);
  } else {
    const tone = audio.createOscillator();
    tone.type = kind;
    tone.frequency.value = pitch * higher;
    tone.connect(volume);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

/** Play a sound, higher or quieter by a factor. A browser plays none before the first click. */
export function play(sound: Sound, { higher = 1, quieter = 1 } = {}) {
  if (!settings.sound || !settings.volume) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") return;
    for (const part of SOUNDS[sound]) schedule(context, part, higher, quieter * settings.volume);
  } catch {
    // There is no sound on this device.
  }
}
