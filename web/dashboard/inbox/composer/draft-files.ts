import { warnBeforeLeaving } from '#web/kit/warn-before-leaving.ts'
import type { ReplyFile } from './reply-outbox.ts'

/** `ready`: uploaded to the bucket, so the reply may name it. */
export type ComposerFile = ReplyFile & {
  state: 'sending' | 'ready' | 'failed'
  share: number
  bytes?: File
}

export type DraftFilesParts = {
  /** Rejects when the upload failed or was stopped. */
  put(file: string, bytes: File, progress: (share: number) => void, signal: AbortSignal): Promise<void>
  /** The next file's key in the bucket. */
  newPlace(): string
  store(ready: ReplyFile[]): void
  stored(): ReplyFile[]
}

export type DraftFiles = {
  files(): readonly ComposerFile[]
  watch(listener: () => void): () => void
  add(files: readonly File[]): void
  again(file: string): void
  remove(file: string): void
  clear(): void
}

/** Uploads start at once and continue whatever else is on the screen. */
export function makeDraftFiles(parts: DraftFilesParts): DraftFiles {
  const listeners = new Set<() => void>()
  const stops = new Map<string, AbortController>()
  let files: readonly ComposerFile[] = parts.stored().map(file => ({ ...file, state: 'ready', share: 1 }))

  function become(next: readonly ComposerFile[]): void {
    files = next
    const ready = files.filter(file => file.state === 'ready')
    parts.store(ready.map(({ file, name, mime, size }) => ({ file, name, mime, size })))
    warnBeforeLeaving(
      listeners,
      files.some(({ state }) => state === 'sending'),
    )
    for (const listener of listeners) listener()
  }

  async function send(file: string, bytes: File): Promise<void> {
    const stop = new AbortController()
    stops.set(file, stop)
    const settle = (state: ComposerFile['state'], share: number) => {
      if (stop.signal.aborted) return
      become(files.map(one => (one.file === file ? { ...one, state, share } : one)))
    }
    settle('sending', 0)
    try {
      await parts.put(file, bytes, share => settle('sending', share), stop.signal)
      settle('ready', 1)
    } catch {
      settle('failed', 0)
    }
  }

  function forget(gone: (file: ComposerFile) => boolean): void {
    for (const { file } of files.filter(gone)) stops.get(file)?.abort()
    become(files.filter(file => !gone(file)))
  }

  return {
    files: () => files,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(given) {
      for (const bytes of given) {
        const file = parts.newPlace()
        const fresh = { file, name: bytes.name, mime: bytes.type, size: bytes.size, share: 0, bytes }
        become([...files, { ...fresh, state: 'sending' }])
        void send(file, bytes)
      }
    },
    again(file) {
      const bytes = files.find(one => one.file === file)?.bytes
      if (bytes) void send(file, bytes)
    },
    remove: file => forget(one => one.file === file),
    clear: () => forget(() => true),
  }
}
