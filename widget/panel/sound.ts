// Off until the visitor turns it on; the choice is stored if the frame may store anything.

const storageKey = 'sen-sound'

export function soundOn(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

export function saveSound(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {}
  if (on) ping()
}

let audio: AudioContext | undefined

/** Silent where the browser does not allow sound yet. */
export function ping(): void {
  try {
    audio ??= new AudioContext()
    const { currentTime: now, destination } = audio
    for (const [at, pitch] of [
      [0, 660],
      [0.12, 880],
    ] as const) {
      const note = audio.createOscillator()
      const volume = audio.createGain()
      note.frequency.value = pitch
      volume.gain.setValueAtTime(0.0001, now + at)
      volume.gain.exponentialRampToValueAtTime(0.12, now + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + 0.25)
      note.connect(volume).connect(destination)
      note.start(now + at)
      note.stop(now + at + 0.3)
    }
  } catch {}
}
