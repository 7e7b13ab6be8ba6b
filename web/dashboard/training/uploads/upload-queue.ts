import { warnBeforeLeaving } from '#web/kit/warn-before-leaving.ts'

/** `done` leaves the list when its source appears. */
export type Upload = {
  id: string
  file: File
  state: 'waiting' | 'sending' | 'storing' | 'failed' | 'same'
  share: number
  problem?: string
  again: boolean
}

export type UploadParts = {
  /** Returns false when the server already has this file. */
  send(upload: Upload, progress: (share: number) => void, signal: AbortSignal): Promise<boolean>
  refuse(file: File): string | undefined
  problemOf(error: unknown): { text: string; again: boolean } | 'cancelled'
  newId(): string
}

export type UploadQueue = {
  uploads(): readonly Upload[]
  watch(listener: () => void): () => void
  add(files: readonly File[], problem?: string): void
  retry(id: string): void
  /** Cancels an upload, or takes it off the list. */
  remove(id: string): void
}

const atOnce = 2

/** Two at a time. Refused files stay listed with the reason until removed. */
export function makeUploadQueue(parts: UploadParts): UploadQueue {
  const listeners = new Set<() => void>()
  const stops = new Map<string, AbortController>()
  let uploads: readonly Upload[] = []

  function become(next: readonly Upload[]): void {
    uploads = next
    warnBeforeLeaving(
      listeners,
      uploads.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'storing'),
    )
    for (const listener of listeners) listener()
  }

  function change(id: string, changes: Partial<Upload>): void {
    become(uploads.map(upload => (upload.id === id ? { ...upload, ...changes } : upload)))
  }

  function drop(id: string): void {
    become(uploads.filter(upload => upload.id !== id))
  }

  function work(): void {
    const next = uploads.find(upload => upload.state === 'waiting')
    if (!next || stops.size >= atOnce) return
    void send(next)
    work()
  }

  async function send(upload: Upload): Promise<void> {
    const { id } = upload
    const stop = new AbortController()
    stops.set(id, stop)
    change(id, { state: 'sending', share: 0 })
    try {
      const added = await parts.send(
        upload,
        share => change(id, { share, state: share >= 1 ? 'storing' : 'sending' }),
        stop.signal,
      )
      if (added) drop(id)
      else change(id, { state: 'same' })
    } catch (error) {
      const problem = parts.problemOf(error)
      if (problem === 'cancelled') drop(id)
      else change(id, { state: 'failed', problem: problem.text, again: problem.again })
    } finally {
      stops.delete(id)
      work()
    }
  }

  return {
    uploads: () => uploads,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files, allRefused) {
      const added = files.map((file): Upload => {
        const problem = parts.refuse(file) ?? allRefused
        const upload: Upload = {
          id: parts.newId(),
          file,
          state: problem ? 'failed' : 'waiting',
          share: 0,
          again: false,
        }
        return problem ? { ...upload, problem } : upload
      })
      become([...uploads, ...added])
      work()
    },
    retry(id) {
      change(id, { state: 'waiting', share: 0 })
      work()
    },
    remove(id) {
      const stop = stops.get(id)
      if (stop) stop.abort()
      else drop(id)
    },
  }
}
