import { useEffect, useState, type ReactNode } from 'react'
import { fill } from '#shared/texts/chat/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/chat/widget.vi.ts'
import { Icon } from './icons.tsx'
import type { Attachment } from '#widget/transport/transport.ts'

type AttachedFileProps = {
  attachment: Attachment
  texts: WidgetTexts
  locale: string
  onOpen(id: string): Promise<Blob>
}

export function AttachedFile({ attachment, texts, locale, onOpen }: AttachedFileProps): ReactNode {
  const { id, kind, name, size } = attachment
  const [picture, setPicture] = useState<string>()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (kind !== 'image') return
    let address: string | undefined
    let gone = false
    onOpen(id).then(
      bytes => {
        if (gone) return
        address = URL.createObjectURL(bytes)
        setPicture(address)
      },
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, kind, onOpen])

  async function downloadFile() {
    setFailed(false)
    try {
      saveBytes(await onOpen(id), name)
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <button
        type="button"
        className={picture ? 'attached picture' : 'attached'}
        aria-label={fill(texts.keepFile, { name })}
        onClick={() => void downloadFile()}
      >
        {picture ? (
          <img src={picture} alt="" onError={() => setPicture(undefined)} />
        ) : (
          <>
            <Icon name={kind === 'image' ? 'picture' : 'source'} size={18} />
            <span className="file-name">{name}</span>
            <span className="file-size">{sizeInWords(size, locale)}</span>
          </>
        )}
      </button>
      {failed && (
        <p className="not-sent" role="alert">
          {texts.fileNotOpened}
        </p>
      )}
    </>
  )
}

function saveBytes(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function sizeInWords(bytes: number, locale: string): string {
  const [value, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, 'MB'] : [Math.max(1, bytes / 1024), 'KB']
  return `${value.toLocaleString(locale, { maximumFractionDigits: unit === 'MB' ? 1 : 0 })} ${unit}`
}
