import type { SiteTexts } from '#shared/texts/site/site-texts.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { CallToAction } from './call-to-action.tsx'
import type { DocumentProps } from './document-page.ts'
import { TrialLink } from './frame/trial-link.tsx'

type Chapter = {
  icon: IconName
  name: 'fChannels' | 'fSource' | 'fTeach' | 'fCorrect' | 'fRules' | 'fSend' | 'fNumbers' | 'fTeam' | 'fMoney' | 'fSafe'
  points: (keyof SiteTexts)[]
  picture?: string
}

const chapters: Chapter[] = [
  { icon: 'inbox', name: 'fChannels', points: ['fChannels1', 'fChannels2', 'fChannels3'] },
  { icon: 'file-text', name: 'fSource', points: ['fSource1', 'fSource2', 'fSource3'], picture: 'inbox' },
  { icon: 'file-up', name: 'fTeach', points: ['fTeach1', 'fTeach2', 'fTeach3'], picture: 'training' },
  { icon: 'pencil', name: 'fCorrect', points: ['fCorrect1', 'fCorrect2', 'fCorrect3'] },
  { icon: 'sliders', name: 'fRules', points: ['fRules1', 'fRules2', 'fRules3'] },
  { icon: 'megaphone', name: 'fSend', points: ['fSend1', 'fSend2', 'fSend3', 'fSend4'] },
  { icon: 'chart-column', name: 'fNumbers', points: ['fNumbers1', 'fNumbers2', 'fNumbers3'] },
  { icon: 'users', name: 'fTeam', points: ['fTeam1', 'fTeam2', 'fTeam3'] },
  { icon: 'wallet', name: 'fMoney', points: ['fMoney1', 'fMoney2', 'fMoney3'] },
  { icon: 'shield-check', name: 'fSafe', points: ['fSafe1', 'fSafe2', 'fSafe3'] },
]

export function FeaturesPage(props: DocumentProps) {
  const { t } = props
  return (
    <>
      <div className="wide page-head">
        <h1 className="headline">{t.featuresHead}</h1>
        <p className="lead">{t.featuresIntro}</p>
        <TrialLink t={t} />
      </div>
      <div className="wide chapters">
        {chapters.map(({ icon, name, points, picture }) => (
          <section key={name}>
            <div>
              <Icon name={icon} size="lg" />
              <h2>{t[name]}</h2>
            </div>
            <div>
              <p>{t[`${name}Text`]}</p>
              <ul className="ticks">
                {points.map(point => (
                  <li key={point}>
                    <Icon name="check" />
                    {t[point]}
                  </li>
                ))}
              </ul>
            </div>
            {picture && <Screen {...props} name={picture} what={t[name]} />}
          </section>
        ))}
      </div>
      <CallToAction {...props} />
    </>
  )
}

/** Taken from the running product by `dev/guide-pictures.ts`. */
function Screen({ built, language, t, name, what }: DocumentProps & { name: string; what: string }) {
  const picture = built.pictures[`${language}/${name}`]
  if (!picture) return null
  const { url, dark, ...size } = picture
  const more = { ...size, alt: fill(t.pictureOf, { what }), loading: 'lazy', decoding: 'async' } as const
  return (
    <>
      <img className="in-light" src={url} {...more} />
      <img className="in-dark" src={dark} {...more} />
    </>
  )
}
