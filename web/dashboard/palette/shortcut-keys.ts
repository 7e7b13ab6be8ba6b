export const sectionKeys: Record<string, string> = {
  operations: 'g o',
  inbox: 'g i',
  statistics: 'g s',
  training: 'g t',
  configuration: 'g c',
  connect: 'g k',
  usage: 'g u',
  billing: 'g b',
  team: 'g e',
  account: 'g a',
  notifications: 'g n',
}
