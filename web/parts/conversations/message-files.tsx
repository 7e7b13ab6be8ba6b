import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import './message-files.css'
import { fill } from '#web/parts/language/texts.ts'

/** Links are valid for five minutes; an open screen renews them earlier. */
const linkSeconds = 300
const askAgainMs = 240_000

/** @param own on our side, the right */
export function MessageFiles({ attachments, own = false }: { attachments: StoredAttachment[]; own?: boolean }) {
  const texts = useTexts(inboxTexts)
  const files = attachments.filter(one => one.status !== 'none')
  const keys = files.flatMap(one => (one.status === 'copied' && one.file ? [one.file] : []))
  const links = useQuery({
    queryKey: ['message-files', ...keys],
    enabled: keys.length > 0,
    staleTime: askAgainMs,
    refetchInterval: askAgainMs,
    async queryFn() {
      const storage = await client().storage()
      const { data, error } = await storage.from('attachments').createSignedUrls(keys, linkSeconds)
      if (error) throw error
      return new Map(data.map(one => [one.path, one.signedUrl]))
    },
  })
  const side = own ? ' message-file-own' : ''
  return files.map(file => {
    const name = file.name ?? texts.file
    const link = file.file ? links.data?.get(file.file) : undefined
    if (file.status !== 'copied' || !link) {
      const state = stateOf(file, links.isError, texts)
      return (
        <p key={file.id} className={`message-file muted${side}`}>
          <Icon name="file-text" size="sm" />
          {name} · {state}
        </p>
      )
    }
    const isPicture = file.type === 'image' || file.type === 'gif' || file.type === 'sticker'
    return (
      <Fragment key={file.id}>
        <a
          className={`message-file${isPicture ? ' message-picture' : ''}${side}`}
          href={`${link}&download=${encodeURIComponent(name)}`}
          download={name}
          aria-label={fill(texts.keepFile, { name })}
        >
          {isPicture ? (
            <img src={link} alt="" loading="lazy" />
          ) : (
            <>
              <Icon name="file-text" size="sm" />
              {name}
            </>
          )}
        </a>
        {file.recognised && <PictureWords words={file.recognised} own={own} />}
      </Fragment>
    )
  })
}

type Texts = ReturnType<typeof inboxTexts>

function stateOf({ status }: StoredAttachment, isFailed: boolean, texts: Texts): string {
  if (status === 'refused') return texts.fileRefused
  if (status === 'expired') return texts.fileExpired
  return isFailed ? texts.fileFailed : texts.fileComing
}

function PictureWords({ words, own }: { words: string; own: boolean }) {
  const texts = useTexts(inboxTexts)
  return (
    <details className={`message-picture-words${own ? ' message-file-own' : ''}`}>
      <summary>
        <Icon name="file-text" size="sm" />
        {texts.textInPicture}
      </summary>
      <p>{words}</p>
    </details>
  )
}
