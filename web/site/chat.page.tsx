import { addresses } from '#shared/addresses.ts'
import { DocumentLink } from './frame/document-link.tsx'
import type { DocumentProps } from './document-page.ts'

/** The chat mounts into `#chat`; without it these lines stay. */
export function ChatPage({ t, language }: DocumentProps) {
  return (
    <div className="chat-page">
      <div className="wide">
        <h1>{t.chatHead}</h1>
        <p>{t.chatIntro}</p>
      </div>
      <div id="chat" className="chat-place" data-island="chat" data-opening={t.chatOpening}>
        <p>{t.chatNoScript}</p>
        <p className="chat-ways">
          <DocumentLink language={language} to={addresses.guide} className="btn btn-outline btn-lg">
            {t.byGuide}
          </DocumentLink>
          <DocumentLink language={language} to={addresses.contact} className="btn btn-outline btn-lg">
            {t.contact}
          </DocumentLink>
        </p>
      </div>
    </div>
  )
}
