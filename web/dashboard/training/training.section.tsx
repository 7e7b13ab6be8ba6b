import { useRef } from 'react'
import { errorText } from '#shared/errors.ts'
import { trainingTexts } from '#shared/texts/training-texts.ts'
import { codeOf, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { storedLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { SectionPage } from '#web/parts/section-page.tsx'
import { fill } from '#web/parts/texts.ts'
import { AskBot } from './ask-bot.tsx'
import { DropZone, FileChooser } from './drop-zone.tsx'
import { type DocumentUse, useDocumentUse, useSources } from './source-rows.ts'
import { SourceTable } from './source-table.tsx'
import './training.css'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './uploads.ts'

/** What the bot is trained on: files are given here, and their states are seen as they change. */
export function TrainingSection() {
  const texts = useTexts(trainingTexts)
  const { workspace } = useCurrentWorkspace()
  const { queue, uploads } = useUploads(workspace.id)
  const use = useDocumentUse()
  const chooser = useRef<HTMLInputElement>(null)
  const choose = () => chooser.current?.click()
  const full = use !== undefined && use.limit !== null && use.used >= use.limit

  function add(files: File[]) {
    queue.add(files, full ? errorText('usage.documents_reached', storedLanguage()) : undefined)
  }

  return (
    <SectionPage
      title={texts.title}
      actions={
        <Button look="filled" icon="plus" onClick={choose}>
          {texts.upload}
        </Button>
      }
    >
      <FileChooser ref={chooser} onFiles={add} />
      <DropZone onFiles={add} onChoose={choose} />
      {full && use.limit !== null && (
        <div className="training-notice">
          <Notice tone="bad">
            <b>{fill(texts.full, { limit: use.limit })}.</b> {texts.fullText}
          </Notice>
        </div>
      )}
      <UploadList queue={queue} uploads={uploads} />
      <div className="training-columns">
        <Files use={use} />
        <AskBot />
      </div>
    </SectionPage>
  )
}

function Files({ use }: { use: DocumentUse | undefined }) {
  const texts = useTexts(trainingTexts)
  const sources = useSources()
  return (
    <section className="panel training-files" aria-label={texts.files}>
      <div className="panel-head">
        <h2 className="fill">{texts.files}</h2>
        {use && (
          <span className="num soft">
            {use.limit === null
              ? fill(texts.usedNoLimit, { used: use.used })
              : fill(texts.used, { used: use.used, limit: use.limit })}
          </span>
        )}
      </div>
      {sources.status === 'loading' ? (
        <div className="panel-body">
          <SkeletonRows rows={3} label={texts.loading} />
        </div>
      ) : sources.status === 'failed' ? (
        <div className="panel-body">
          <ErrorState
            title={texts.loadFailed}
            text={`${texts.loadFailedText} ${messageOf(sources.error)}`}
            code={codeOf(sources.error)}
            retry={{ text: texts.retry, run: sources.retry }}
          />
        </div>
      ) : sources.rows.length === 0 ? (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
      ) : (
        <SourceTable sources={sources} />
      )}
    </section>
  )
}
