import { useLayoutEffect, useRef, useState } from 'react'
import { samplePrices } from '#shared/texts/site/sample-prices.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { acceptedFiles, isPicture } from '#web/dashboard/training/uploads/check-file.ts'
import { useMedia } from '#web/parts/page/use-media.ts'
import { fill } from '#web/parts/language/texts.ts'
import { FailedSources } from './failed-sources.tsx'
import { LinkForm, PasteForm } from './source-forms.tsx'
import { ChatPreview } from './flower-backdrop.tsx'
import { ReadingProgress } from './reading-progress.tsx'
import { type Around, StepLayout } from './step-layout.tsx'
import type { StepActions } from './use-first-steps.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { useKnowledge } from './use-knowledge.ts'

type Way = 'link' | 'paste'

export function KnowledgeStep({ actions, around }: { actions: StepActions; around: Around }) {
  const texts = useTexts(startTexts)
  const { language } = useLanguage()
  const knowledge = useKnowledge()
  const { sources, sending, sendFile } = knowledge
  // At a desk the camera would only open the same dialog, or the one above the screen.
  const hand = useMedia('(pointer: coarse), (max-width: 767px)')
  const [hint, setHint] = useState<string>()
  const [url, setUrl] = useStoredDraft('link', '')
  const [way, setWay] = useState<Way | undefined>(url === '' ? undefined : 'link')
  const [pasted, setPasted] = useStoredDraft('pasted', '')
  const [watching, setWatching] = useState(false)
  const [turnedAway, setTurnedAway] = useState(false)
  const [hasSent, setHasSent] = useState(false)
  const [picture, setPicture] = useState<File>()
  const problems = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const continuing = useAction({
    once: true,
    onProblem(problem) {
      setWatching(false)
      showErrorToast(problem)
    },
  })

  const reading = sources.rows.filter(one => one.status === 'processing')
  const read = sources.rows.filter(one => one.live_version !== null || one.status === 'processed')
  const isSending = sending !== undefined && sending.problem === undefined
  const isReading = isSending || reading.length > 0
  // Only advances after reading started here; a user who came back stays.
  if (isReading && !watching && !turnedAway) setWatching(true)
  if (!isReading && turnedAway) setTurnedAway(false)
  if (!isReading && watching && read.length === 0) setWatching(false)

  const continueSetup = () => continuing.perform(() => actions.goTo(3))

  const failed = sources.rows.filter(
    one => one.status === 'failed' || (one.reason !== null && one.live_version === null),
  )
  const showsReading = watching && (isReading || (read.length > 0 && failed.length === 0))
  const problem = [sending?.problem, ...failed.map(one => one.id)].join(' ').trim()
  // Above everything, and the open form far below it: after the form, which takes the focus as it comes back.
  useLayoutEffect(() => {
    if (hasSent && !showsReading && problem !== '') problems.current?.focus()
  }, [hasSent, showsReading, problem])
  if (showsReading) {
    const share = isSending ? (sending?.share ?? 0) : undefined
    return (
      <ReadingProgress
        around={around}
        sources={reading.length > 0 ? reading : read}
        title={sending?.file.name ?? ''}
        share={share}
        picture={picture}
        done={!isReading}
        onDone={() => void continueSetup()}
        onOther={() => {
          setTurnedAway(true)
          setWatching(false)
        }}
      />
    )
  }

  /** What is sent now is watched again. */
  function send<Result>(how: () => Promise<Result>, file?: File): Promise<Result> {
    setPicture(file && isPicture(file) ? file : undefined)
    setTurnedAway(false)
    setHasSent(true)
    return how()
  }

  function openPaste(words?: string, hint?: string) {
    if (words !== undefined && pasted.trim() === '') setPasted(words)
    setHint(hint)
    setWay('paste')
  }

  const { name, avatar, trade } = actions.steps
  return (
    <StepLayout
      around={around}
      name={texts.step2}
      title={texts.knowTitle}
      lead={texts.knowLead}
      beside={
        <ChatPreview
          name={name}
          avatar={avatar}
          state={texts.knowsNothing}
          asleep
          message={fill(texts.sayNothing, { name })}
        />
      }
      foot={
        read.length > 0 && (
          <Button look="filled" size="lg" onClick={() => void continueSetup()}>
            {texts.goOn}
          </Button>
        )
      }
    >
      {problem !== '' && (
        <div className="start-problems" ref={problems} tabIndex={-1}>
          {sending?.problem && (
            <p className="start-failed" role="alert">
              <Icon name="circle-alert" />
              <span className="fill">{fill(texts.failedSend, { problem: sending.problem })}</span>
              {sending.again && (
                <Button size="sm" onClick={() => void send(() => sendFile(sending.file), sending.file)}>
                  {texts.again}
                </Button>
              )}
            </p>
          )}
          <FailedSources
            sources={failed}
            onAgain={source => send(() => knowledge.readAgain(source))}
            onCorrected={() => knowledge.sources.refetch()}
            onDrop={knowledge.drop}
            onPaste={hint => openPaste(undefined, hint)}
          />
        </div>
      )}
      <div className="start-file">
        <Icon name="file-up" size="lg" />
        <b>{texts.file}</b>
        <p className="soft">{texts.fileTypes}</p>
        <div className="row flex-wrap">
          {hand && (
            <Button look="filled" size="lg" onClick={() => camera.current?.click()}>
              {texts.camera}
            </Button>
          )}
          <Button look={hand || read.length > 0 ? 'outline' : 'filled'} size="lg" onClick={() => file.current?.click()}>
            {texts.choose}
          </Button>
        </div>
        <FilePicker
          ref={file}
          accept={acceptedFiles}
          aria-label={texts.choose}
          onFiles={([one]) => void send(() => sendFile(one), one)}
        />
        {hand && (
          <FilePicker
            ref={camera}
            accept="image/*"
            capture="environment"
            aria-label={texts.camera}
            onFiles={([one]) => void send(() => sendFile(one), one)}
          />
        )}
      </div>
      <ul className="start-ways">
        <li>
          <WayButton
            icon="link"
            name={texts.link}
            text={texts.linkText}
            open={way === 'link'}
            onOpen={() => setWay(way === 'link' ? undefined : 'link')}
          />
          {way === 'link' && (
            <LinkForm
              value={url}
              onValue={setUrl}
              send={async typed => {
                await send(() => knowledge.sendLink(typed))
                setUrl(null)
              }}
              onCancel={() => setWay(undefined)}
            />
          )}
        </li>
        <li>
          <WayButton
            icon="copy"
            name={texts.paste}
            text={texts.pasteText}
            open={way === 'paste'}
            onOpen={() => (way === 'paste' ? setWay(undefined) : openPaste())}
          />
          {way === 'paste' && (
            <PasteForm
              value={pasted}
              onValue={setPasted}
              hint={hint}
              send={async words => {
                await send(() => knowledge.sendText(words, texts.pasteName))
                setPasted(null)
              }}
              onCancel={() => setWay(undefined)}
            />
          )}
        </li>
      </ul>
      {read.length > 0 && (
        <p className="start-read soft">
          <Icon name="circle-check" size="sm" /> {texts.has}: {read.map(one => one.title).join(', ')}
        </p>
      )}
      {read.length === 0 && (
        <p className="start-sample">
          {texts.sampleAsk}{' '}
          <button
            type="button"
            className="link link-alone"
            onClick={() => openPaste(samplePrices(language, trade), texts.sampleNotice)}
          >
            {texts.sample}
          </button>
        </p>
      )}
    </StepLayout>
  )
}

type WayProps = { icon: 'link' | 'copy'; name: string; text: string; open: boolean; onOpen(): void }

function WayButton({ icon, name, text, open, onOpen }: WayProps) {
  return (
    <button type="button" className="start-way" aria-expanded={open} onClick={onOpen}>
      <span className="start-way-icon">
        <Icon name={icon} />
      </span>
      <span>
        <b>{name}</b>
        <span className="soft">{text}</span>
      </span>
      <Icon name={open ? 'chevron-up' : 'chevron-right'} />
    </button>
  )
}
