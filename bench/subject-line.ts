// The measured subject: the line itself, in its own process.
import { jobOfThisProcess } from './job.ts';
import { runSubject } from './subject.ts';

const job = jobOfThisProcess();

await runSubject(job, () => Promise.reject(new Error('not wired to src/pipeline.ts yet')));
