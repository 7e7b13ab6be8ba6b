import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { traceTexts } from '#shared/texts/bot/trace-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Answer, Conversation, Message } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { readCitations } from '#web/parts/answers/citations.ts'
import { QuotedPassages } from '#web/parts/passages/quoted-passages.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AnswerReplay } from './answer-replay.tsx'
import { QuestionStep, ReplyStep, SearchStep, DecisionStep } from './answer-steps.tsx'
import { AnswerConfidence } from './answer-confidence.tsx'
import { readWeights } from './answer-trace.ts'
import { avatarName, conversationName } from '#web/dashboard/inbox/conversation-name.ts'
import { LikeAnswer } from './like-answer.tsx'
import { RestsOn } from './rests-on.tsx'
import { TeachBot } from './teach-bot.tsx'
import './answer.css'
import { SubPage } from '#web/parts/page/sub-page.tsx'

export function AnswerSection() {
  const texts = useTexts(traceTexts)
  const { answerId = '' } = useParams()
  const query = useQuery({
    queryKey: ['answer with messages', answerId],
    queryFn: () => readAnswer(answerId),
  })
  const conversation = query.data?.answer.conversation_id
  return (
    <SubPage
      title={texts.title}
      back={{
        to: conversation ? `${addresses.inbox}/${conversation}` : addresses.inbox,
        text: texts.back,
        className: 'answer-back',
      }}
    >
      <QueryState
        query={query}
        failed={texts.failed}
        loading={texts.loading}
        rows={4}
        empty={<EmptyState title={texts.gone} text={texts.goneText} />}
      >
        {whole => <WholeAnswer {...whole} />}
      </QueryState>
    </SubPage>
  )
}

type Whole = { answer: Answer; messages: Message[]; conversation: Conversation | undefined }

function WholeAnswer({ answer, messages, conversation }: Whole) {
  const texts = useTexts(traceTexts)
  const { language } = useLanguage()
  const citations = readCitations(answer.citations)
  const number = numberFormat(language, { maximumFractionDigits: 3 })
  const isKnowledge = ['answer', 'clarify', 'abstain'].includes(answer.act)
  const { threshold } = readWeights(answer.trace)
  return (
    <div className="answer-columns">
      <div>
        {conversation && <Customer conversation={conversation} at={answer.created_at} />}
        <Talk answer={answer} messages={messages} />
        {citations.length > 0 ? (
          <>
            <p className="answer-rests">
              <RestsOn citations={citations} />
            </p>
            <section className="panel panel-body">
              <QuotedPassages citations={citations} />
            </section>
          </>
        ) : (
          answer.act === 'abstain' && <p className="answer-rests">{texts.restsOnNothing}</p>
        )}
        {isKnowledge && conversation && (
          <div className="row answer-acts">
            {answer.act === 'answer' && citations.length > 0 && <LikeAnswer answerId={answer.id} text={texts.right} />}
            <TeachBot answerId={answer.id} text={texts.teach} alone />
          </div>
        )}
        <details className="panel answer-steps">
          <summary>
            <Icon name="chevron-down" />
            <span className="fill">{texts.steps}</span>
            <span className="muted num">{fill(texts.took, { seconds: number.format(answer.ms / 1000) })}</span>
          </summary>
          <ol className="answer-stations">
            <QuestionStep answer={answer} />
            <SearchStep answer={answer} citations={citations} />
            <DecisionStep answer={answer} />
            <ReplyStep answer={answer} />
          </ol>
        </details>
        {conversation && <AnswerReplay answer={answer} />}
      </div>
      {isKnowledge && <AnswerConfidence confidence={answer.confidence} threshold={threshold} />}
    </div>
  )
}

function Customer({ conversation, at }: { conversation: Conversation; at: string }) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const channel = useChannels().rows.find(({ id }) => id === conversation.channel_id)?.name
  return (
    <div className="row answer-customer">
      <Avatar name={avatarName(conversation)} size={40} />
      <div className="fill">
        <b>{conversationName(conversation, texts)}</b>
        <p className="drop-meta">
          <ChannelIcon kind={conversation.source} size={14} />
          {channel && `${channel} · `}
          {times.dateAndClock(at)}
        </p>
      </div>
    </div>
  )
}

function Talk({ answer, messages }: { answer: Answer; messages: Message[] }) {
  const texts = useTexts(traceTexts)
  return (
    <section className="panel panel-body answer-talk">
      {messages.map(message => (
        <Bubble key={message.id} author="contact" lang={answer.language}>
          {message.deleted_at === null ? message.text : <em className="muted">{texts.messageGone}</em>}
        </Bubble>
      ))}
      <Bubble author="bot" lang={answer.language}>
        {answer.text}
      </Bubble>
      {answer.silent_reason !== null && <p className="soft">{texts.saidNothing}</p>}
    </section>
  )
}

async function readAnswer(id: string): Promise<Whole | null> {
  const [answer] = await readRows('answers', query => query.eq('id', id))
  if (!answer) return null
  const { message_ids: ids, conversation_id: about } = answer
  const [messages, [conversation]] = await Promise.all([
    ids.length > 0 ? readRows('messages', query => query.in('id', ids).order('seq')) : [],
    about ? readRows('conversations', query => query.eq('id', about)) : [],
  ])
  return { answer, messages, conversation }
}
