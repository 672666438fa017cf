import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Starts mongo-java-server on a free port of loopback, prints its address, and ends with its standard input. With the argument `plain` it is as shipped,
 * without transactions.
 */
public class MongoServerMain {
    public static void main(String[] args) throws Exception {
        MemoryBackend backend = List.of(args).contains("plain") ? new MemoryBackend() : new TransactionBackend();
        // As shipped it names a wire version that today's driver refuses.
        backend.version(new MongoVersion() {
            @Override
            public List<Integer> getVersionArray() {
                return List.of(8, 0, 0);
            }

            @Override
            public int getWireVersion() {
                return 25;
            }
        });
        MongoServer server = new MongoServer(backend);
        // One thread for all connections: with more, a document is encoded while another call changes it, and a reader gets fields of two writes.
        server.bind(new InetSocketAddress("127.0.0.1", 0), 1, 1);
        System.out.println("mongodb://127.0.0.1:" + server.getLocalAddress().getPort());
        System.out.flush();
        while (System.in.read() != -1) {
            // What it says does not matter, only that it ends.
        }
        server.shutdownNow();
        System.exit(0);
    }
}
