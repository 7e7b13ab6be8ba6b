export const customerRightsEn = {
  title: 'Data rights',
  text: 'By law a customer can get a copy of their data and have it deleted. Only admins see this.',
  ask: 'Get a copy of their data',
  preparing: 'Collecting the data…',
  ready: 'The file is ready and kept until {date}.',
  download: 'Download the file',
  file: 'customer-data.json',
  erase: 'Delete their data',
  eraseTitle: 'Delete {name}’s data?',
  eraseGone: 'Their messages, files, phone numbers, notes and everything else about them is deleted, on every channel.',
  eraseStays:
    'What they agreed to or opted out of stays, without a name. If they opted out and write again one day, they are still opted out.',
  eraseForGood: 'This cannot be undone.',
  eraseNow: 'Delete',
  erased: 'The customer’s data is being deleted.',
  cancel: 'Cancel',
}
