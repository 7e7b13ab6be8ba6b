export const customersEn = {
  stopped:
    '{shop} will no longer send you promotions or follow-ups. To get them here again (at most one promotion a day and four in 30 days), write START. You can stop at any time: write STOP.',
  stoppedAll:
    '{shop} will no longer message you on its own, not even about orders; your questions are still answered. To get messages again, write START.',
  howToStop: 'If you’d rather not get promotions from {shop} any more, just reply STOP.',
  resumed: 'You will get messages from {shop} here again. To stop them, write STOP at any time.',
  stillRestricted:
    'Thank you, {shop} has noted it. You asked us earlier to stop using your data for now, so we still won’t send you anything. To take that back, please tell a member of our team.',
  ask: '{shop} would like to ask: do you agree to this?\n\n“{words}”\n\nTap a button below, or write YES or NO. If you don’t answer, we won’t send anything.',
  askByNumber:
    '{shop} would like to ask: do you agree to this?\n\n“{words}”\n\n1. Yes\n2. No\n\nReply with a number, or write YES or NO. If you don’t answer, we won’t send anything.',
  eraseAsked:
    '{shop} has recorded your request to delete your data. Our team will answer by {answer} (day/month/year), confirm that it is you before anything is deleted, and finish by {due}.',
  accessAsked:
    '{shop} has recorded your request to see your data. Our team will answer by {answer} (day/month/year), confirm that it is you before anything is sent, and finish by {due}.',
  eraseAgain:
    '{shop} recorded your request to delete your data on {came} (day/month/year). We are working on it and will finish by {due}.',
  accessAgain:
    '{shop} recorded your request to see your data on {came} (day/month/year). We are working on it and will finish by {due}.',
  againLate:
    '{shop} recorded your request on {came} (day/month/year) and should have finished by {due}. We are sorry for the delay; our team will answer you as soon as they can.',
  fileGone: 'This file is no longer kept.',
  nameless: 'Unknown customer',
  noted: 'Thank you, noted.',
  yes: 'Yes',
  no: 'No',
  agreed: 'Thank you, {shop} has noted it. To stop these messages, write STOP at any time.',
  subscribe: 'Tap the button to get messages from {shop}',
  declined: 'All right, {shop} will send you no promotions. You can still ask us anything.',
}
