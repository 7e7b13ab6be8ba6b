import { useRef } from 'react'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useAction } from '#web/kit/use-action.ts'

/** Allowed by the bucket 'avatars' (database/migrations/0001-0025/0013-storage.sql). */
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const maxBytes = 2 * 1024 * 1024

type Options = {
  /** The problem of a file of another kind, or too large. */
  refused: string
  /** With the picture's key in the bucket; no row names it yet. */
  onUploaded(key: string): void
}

/** `input`: of the `FilePicker` that `choose` opens. */
export function useAvatarUpload({ refused, onUploaded }: Options) {
  const { workspace } = useCurrentWorkspace()
  const picker = useRef<HTMLInputElement>(null)
  const { busy, problem, setProblem, perform } = useAction()

  function send(file: File) {
    if (!types.includes(file.type) || file.size > maxBytes) return setProblem(refused)
    void perform(async () => {
      const { putFile } = await import('#web/data/upload.ts')
      const key = `${workspace.id}/${newClientId()}`
      await putFile('avatars', key, file, () => {}, new AbortController().signal)
      onUploaded(key)
    })
  }

  const input = { ref: picker, accept: types.join(','), onFiles: ([file]: [File, ...File[]]) => send(file) }
  return { busy, problem, setProblem, input, choose: () => picker.current?.click() }
}
