/** What a customer may ask of the shop. */
export const customerRightsEn = {
  title: 'The customer’s rights',
  text: 'By law a customer may have a copy of their data, and have it erased. Only admins see this.',
  ask: 'Get the customer’s data',
  preparing: 'Gathering the data',
  ready: 'It is ready. The file is kept until {date}.',
  download: 'Download the file',
  file: 'customer-data.json',
  erase: 'Erase the customer’s data',
  eraseTitle: 'Erase the data of {name}?',
  eraseGone: 'Their messages, files, phone numbers, notes and all else about them go, on every channel.',
  eraseStays:
    'What they agreed to or refused stays, without a name. If they refused messages and write again one day, they have still refused.',
  eraseForGood: 'This cannot be undone.',
  eraseNow: 'Erase',
  erased: 'The customer’s data is being erased.',
  cancel: 'Cancel',
}
