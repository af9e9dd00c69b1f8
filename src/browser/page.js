// What every page does: tells times in the reader's zone, and keeps its parts as they are now.
import { follow } from './live.js';
import { keepParts } from './parts.js';
import { localise, nameZone } from './times.js';

keepParts();
localise(document);
nameZone();
follow();
