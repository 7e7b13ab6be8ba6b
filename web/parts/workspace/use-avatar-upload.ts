import { useRef } from 'react'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useAction } from '#web/kit/use-action.ts'

/** Allowed by the bucket 'avatars' (database/migrations/0001-0025/0013-storage.sql). */
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const maxBytes = 2 * 1024 * 1024
/** Many times what is shown of it; a phone’s photo would cost every customer megabytes, and says where it was taken. */
const side = 1_024
const limits = { bytes: maxBytes, pixels: side * side, side }

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

  function send(chosen: File) {
    if (!types.includes(chosen.type)) return setProblem(refused)
    void perform(async () => {
      const [{ putFile }, { shrinkPicture }] = await Promise.all([
        import('#web/data/upload.ts'),
        import('#web/kit/shrink-picture.ts'),
      ])
      const file = await shrinkPicture(chosen, limits)
      if (file.size > maxBytes) return setProblem(refused)
      const key = `${workspace.id}/${newClientId()}`
      await putFile('avatars', key, file, () => {}, new AbortController().signal)
      onUploaded(key)
    })
  }

  const input = { ref: picker, accept: types.join(','), onFiles: ([file]: [File, ...File[]]) => send(file) }
  return { busy, problem, setProblem, input, choose: () => picker.current?.click() }
}
