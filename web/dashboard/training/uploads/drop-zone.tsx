import { type Ref, useEffect, useRef, useState } from 'react'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { acceptedFiles } from './check-file.ts'

export function FileChooser({ ref, onFiles }: { ref: Ref<HTMLInputElement>; onFiles(files: File[]): void }) {
  const texts = useTexts(trainingTexts)
  return <FilePicker ref={ref} accept={acceptedFiles} multiple aria-label={texts.choose} onFiles={onFiles} />
}

export function DropZone({ onFiles, onChoose }: { onFiles(files: File[]): void; onChoose(): void }) {
  const texts = useTexts(trainingTexts)
  const over = usePageDrop(onFiles)
  return (
    <div className="training-drop" data-over={over || undefined} onClick={onChoose}>
      <DropPicture />
      <div className="fill">
        <b>{over ? texts.dropNow : texts.dropTitle}</b>
        <p className="soft">{texts.dropText}</p>
      </div>
      <Button
        onClick={event => {
          event.stopPropagation()
          onChoose()
        }}
      >
        {texts.choose}
      </Button>
    </div>
  )
}

/** Listens on the whole page: a file dropped beside the zone must not replace the page. */
function usePageDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  }, [onFiles])

  useEffect(() => {
    let depth = 0
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    function count(event: DragEvent) {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = Math.max(0, depth + (event.type === 'dragenter' ? 1 : -1))
      setOver(depth > 0)
    }
    function allow(event: DragEvent) {
      if (holdsFiles(event)) event.preventDefault()
    }
    function drop(event: DragEvent) {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) take.current(files)
    }
    window.addEventListener('dragenter', count)
    window.addEventListener('dragleave', count)
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', count)
      window.removeEventListener('dragleave', count)
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return over
}

function DropPicture() {
  return (
    <svg
      width="66"
      height="58"
      viewBox="0 0 66 58"
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M23 4h17l9 9v29H23Z" fill="var(--surface)" stroke="var(--line-strong)" />
      <path d="M40 4v9h9M29 21h14M29 27h14M29 33h9" stroke="var(--line-strong)" />
      <path d="M13 36V19M6 26l7-7 7 7" stroke="var(--leaf)" />
      <path d="M3 46c10-4 20-4 30 0s20 4 30 0M12 54c8-3 16-3 24 0s14 3 22 0" stroke="var(--leaf-line)" />
    </svg>
  )
}
