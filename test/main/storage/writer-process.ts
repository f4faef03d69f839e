import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { addJob, by, storeLabelled } from '../../suites/records/record-fixtures.ts';
import { sourceWorker } from './open-test-records.ts';

// Writes until it is killed, and reports each acknowledged write to its parent. With a day: only adds older figures up.
const [folder = '', figuresBefore] = process.argv.slice(2);
const store = openRecordsIn({ folder, ...sourceWorker });
const records = await store.open('practice');
while (figuresBefore && (await records.sumOldFigures(figuresBefore))) process.send?.('added up');
for (let number = 1; ; number += 1) {
  const parcelId = await storeLabelled(records, `A${String(number).padStart(15, '0')}`);
  const { job } = await addJob(records, parcelId, number * 10);
  await records.movePrintJob(job.id, ['queued'], { state: 'sending', attempt: true }, by('print'));
  process.send?.({ parcelId, jobId: job.id });
}
