import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '#shared/errors.ts'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { storedLanguage } from '#web/data/stored-language.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { AddLinkDialog } from './sources/add-link-dialog.tsx'
import { AskBot } from './ask-bot.tsx'
import { DropZone, FileChooser } from './uploads/drop-zone.tsx'
import { FactsView } from './facts/facts-view.tsx'
import { FileList } from './sources/file-list.tsx'
import { LinkList } from './sources/link-list.tsx'
import { PairList } from './pairs/pair-list.tsx'
import { useCounter } from '#web/parts/workspace/counter-use.ts'
import { useSources } from './sources/source-rows.ts'
import './training.css'
import { TestQuestions } from './test-questions/test-questions.tsx'
import { KnowledgeHistory } from './history/knowledge-history.tsx'
import { countOf, type TrainingTab, trainingTabs, TrainingTabs } from './training-tabs.tsx'
import { UnansweredList } from './unanswered/unanswered-list.tsx'
import { useUnanswered } from './unanswered/unanswered-rows.ts'
import { UploadList } from './uploads/upload-list.tsx'
import { useUploads } from './uploads/uploads.ts'

export function TrainingSection() {
  const texts = useTexts(trainingTexts)
  const testTexts = useTexts(testQuestionsTexts)
  const { workspace } = useCurrentWorkspace()
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const tab: TrainingTab = trainingTabs.find(one => one === asked) ?? 'files'
  const { queue, uploads } = useUploads(workspace.id)
  const use = useCounter('documents')
  const files = useSources('file')
  const links = useSources('link')
  const pairs = useSources('pair')
  const unanswered = useUnanswered('open')
  const [adding, setAdding] = useState<'link' | 'pair' | 'test'>()
  const chooser = useRef<HTMLInputElement>(null)
  const choose = () => chooser.current?.click()
  const full = use !== undefined && use.limit !== null && use.used >= use.limit

  function add(chosen: File[]) {
    queue.add(chosen, full ? errorText('usage.documents_reached', storedLanguage()) : undefined)
  }

  const actions = {
    files: { icon: 'plus', text: texts.upload, run: choose },
    links: { icon: 'plus', text: texts.addLink, run: () => setAdding('link') },
    pairs: { icon: 'plus', text: texts.addPair, run: () => setAdding('pair') },
    tests: { icon: 'plus', text: testTexts.add, run: () => setAdding('test') },
  } as const

  return (
    <SectionPage
      title={texts.title}
      actions={
        <>
          {tab === 'files' && (
            <Button icon="link" className="training-second-action" onClick={() => setAdding('link')}>
              {texts.addLink}
            </Button>
          )}
          {tab !== 'facts' && tab !== 'unanswered' && tab !== 'history' && (
            <Button look="filled" icon={actions[tab].icon} onClick={actions[tab].run}>
              {actions[tab].text}
            </Button>
          )}
        </>
      }
    >
      <FileChooser ref={chooser} onFiles={add} />
      <TrainingTabs
        current={tab}
        counts={{
          facts: '',
          files: countOf(files),
          links: countOf(links),
          pairs: countOf(pairs),
          unanswered: countOf(unanswered),
          tests: '',
          history: '',
        }}
      />
      {tab === 'files' && <DropZone onFiles={add} onChoose={choose} />}
      {full && (tab === 'files' || tab === 'links') && use.limit !== null && (
        <div className="training-notice">
          <Notice tone="bad">
            <b>{fill(texts.full, { limit: use.limit })}.</b> {texts.fullText}
          </Notice>
        </div>
      )}
      <UploadList queue={queue} uploads={uploads} />
      {tab === 'facts' ? (
        <FactsView />
      ) : (
        <div className="training-columns">
          {tab === 'files' && <FileList sources={files} use={use} />}
          {tab === 'links' && <LinkList sources={links} use={use} onAdd={() => setAdding('link')} />}
          {tab === 'pairs' && (
            <PairList
              all={pairs}
              adding={adding === 'pair'}
              onAdd={() => setAdding('pair')}
              onAdded={() => setAdding(undefined)}
            />
          )}
          {tab === 'unanswered' && <UnansweredList />}
          {tab === 'history' && <KnowledgeHistory />}
          {tab === 'tests' && (
            <TestQuestions
              adding={adding === 'test'}
              onAdd={() => setAdding('test')}
              onAdded={() => setAdding(undefined)}
            />
          )}
          <AskBot />
        </div>
      )}
      <AddLinkDialog open={adding === 'link'} onClose={() => setAdding(undefined)} />
    </SectionPage>
  )
}
