import type { InputHTMLAttributes, Ref } from 'react'

type Files = [File, ...File[]]

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> & {
  ref: Ref<HTMLInputElement>
  onFiles(files: Files): void
}

/** The field itself is out of sight: a button clicks it. */
export function FilePicker({ onFiles, ...props }: Props) {
  return (
    <input
      hidden
      {...props}
      type="file"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // Allows choosing the same file again after it was refused.
        target.value = ''
        if (files.length > 0) onFiles(files as Files)
      }}
    />
  )
}
