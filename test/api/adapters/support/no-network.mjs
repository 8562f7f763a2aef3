// Loaded first into a thread and into every thread that it starts. From then on no connection leaves the process.
import dns from 'node:dns';
import net from 'node:net';

const refuse = () => {
  throw new Error('There is no network here.');
};
net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
globalThis.fetch = refuse;
