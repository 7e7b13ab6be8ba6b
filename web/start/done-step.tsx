import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { FirstSteps } from '#shared/contracts/first-steps.results.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { QrCode } from '#web/parts/sharing/qr-code.tsx'
import { share } from '#web/parts/sharing/share.ts'
import { fill } from '#web/parts/language/texts.ts'
import { ChatPreview } from './flower-backdrop.tsx'
import { StartLayout } from './start-layout.tsx'
import { useFirstCases } from './use-five-questions.ts'
import { useKnowledge } from './use-knowledge.ts'

export function DoneStep({ steps: { name, avatar, page } }: { steps: FirstSteps }) {
  const texts = useTexts(startTexts)
  const { address } = page
  const photos = useKnowledge().sources.rows.filter(source => source.lines_open > 0)
  const linesOpen = photos.reduce((sum, source) => sum + source.lines_open, 0)
  const [photo] = photos
  const petals = photo ? 4 : 5
  const judged = useFirstCases().data?.length ?? 0
  return (
    <StartLayout
      number={4}
      petals={petals}
      status={texts.onDuty}
      name={photo ? fill(texts.lines, { count: linesOpen }) : texts.allPetals}
      above={<PetalMeter filled={petals} width={124} />}
      title={texts.doneTitle}
      lead={texts.doneLead}
      beside={
        <ChatPreview name={name} avatar={avatar} state={texts.onDuty} message={fill(texts.greetVisitor, { name })} />
      }
    >
      {address && (
        <>
          <a className={`${buttonClass('filled', 'lg')} start-try`} href={address} target="_blank" rel="noreferrer">
            <Icon name="message-circle" />
            {texts.tryIt}
          </a>
          <div className="start-done-code">
            <QrCode text={address} label={fill(texts.codeOf, { name })} />
            <div className="stack">
              <p className="soft">{texts.hang}</p>
              <Button
                icon="external-link"
                onClick={() => void share(fill(texts.shareWords, { name }), address, texts.copied)}
              >
                {texts.share}
              </Button>
            </div>
          </div>
        </>
      )}
      <ul className="start-more">
        {photo && (
          <More
            icon="eye"
            name={fill(texts.lines, { count: linesOpen })}
            text={texts.linesText}
            act={texts.examAct}
            to={photos.length === 1 ? addresses.source.replace(':sourceId', photo.id) : addresses.training}
          />
        )}
        <More icon="bell" name={texts.bell} text={texts.bellText} act={texts.bellAct} to={addresses.notifications} />
        <More
          icon="check-check"
          name={texts.exam}
          text={judged > 0 ? fill(texts.examText, { count: judged }) : texts.examNone}
          act={texts.examAct}
          to={addresses.training}
        />
        <More icon="user-plus" name={texts.invite} text={texts.inviteText} act={texts.inviteAct} to={addresses.team} />
      </ul>
      <p>
        <Link className="link link-alone" to={addresses.operations}>
          {texts.toDashboard}
        </Link>
      </p>
    </StartLayout>
  )
}

function More(props: { icon: IconName; name: string; text: string; act: string; to: string }) {
  return (
    <li>
      <span className="start-way-icon" data-person={props.icon === 'bell' || props.icon === 'eye' || undefined}>
        <Icon name={props.icon} />
      </span>
      <span>
        <b>{props.name}</b>
        <span className="soft">{props.text}</span>
      </span>
      <Link className={buttonClass('outline', 'sm')} to={props.to} aria-label={`${props.act}: ${props.name}`}>
        {props.act}
      </Link>
    </li>
  )
}
