import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Adds two features of MongoDB that the document store uses: `$unionWith`, and a `bulkWrite` of several collections in a transaction. The command takes
 * effect completely or not at all when it arrives. All commands run on one thread, so nobody sees a part of it, and the commit has nothing left to do.
 */
final class TransactionBackend extends MemoryBackend {
    /** What a write has changed: the document before it, or none. */
    private record Change(String database, String collection, Object id, Document before) {}

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        return switch (command.toLowerCase()) {
            case "hello", "ismaster" -> super.handleCommand(channel, database, command, query).append("logicalSessionTimeoutMinutes", 30);
            case "committransaction", "aborttransaction", "endsessions" -> new Document("ok", 1.0);
            case "bulkwrite" -> bulkWrite(channel, query);
            case "aggregate" -> aggregate(channel, database, query);
            default -> super.handleCommand(channel, database, command, query);
        };
    }

    private Document aggregate(Channel channel, String database, Document query) {
        List<Document> own = new ArrayList<>();
        List<Document> unions = new ArrayList<>();
        for (Document stage : documents(query.get("pipeline")))
            if (stage.containsKey("$unionWith")) unions.add((Document) stage.get("$unionWith"));
            else own.add(stage);
        if (unions.isEmpty()) return super.handleCommand(channel, database, "aggregate", query);
        unions.add(0, new Document("coll", query.get("aggregate")).append("pipeline", own));
        List<Document> found = new ArrayList<>();
        for (Document union : unions) {
            Document part = query.clone();
            part.put("aggregate", union.get("coll"));
            part.put("pipeline", union.get("pipeline"));
            part.put("cursor", new Document("batchSize", Integer.MAX_VALUE));
            Document answer = super.handleCommand(channel, database, "aggregate", part);
            if (!(answer.get("cursor") instanceof Document cursor)) return answer;
            found.addAll(documents(cursor.get("firstBatch")));
        }
        String namespace = database + "." + query.get("aggregate");
        return new Document("cursor", new Document("id", 0L).append("ns", namespace).append("firstBatch", found)).append("ok", 1.0);
    }

    private Document bulkWrite(Channel channel, Document query) {
        Deque<Change> changes = new ArrayDeque<>();
        List<Document> errors = new ArrayList<>();
        Document counts = new Document("nInserted", 0).append("nMatched", 0).append("nUpserted", 0).append("nDeleted", 0);
        List<Document> namespaces = documents(query.get("nsInfo"));
        int index = 0;
        for (Document operation : documents(query.get("ops"))) {
            String kind = operation.keySet().iterator().next();
            String[] namespace = String.valueOf(namespaces.get(((Number) operation.get(kind)).intValue()).get("ns")).split("\\.", 2);
            Document answer = write(channel, namespace, kind, operation, changes);
            List<Document> failed = documents(answer.get("writeErrors"));
            if (!failed.isEmpty()) {
                errors.add(new Document("ok", 0.0).append("idx", index).append("n", 0).append("code", failed.get(0).get("code"))
                    .append("errmsg", failed.get(0).get("errmsg")));
                undo(channel, changes);
                break;
            }
            int upserted = documents(answer.get("upserted")).size();
            if (kind.equals("update")) {
                add(counts, "nUpserted", upserted);
                add(counts, "nMatched", ((Number) answer.get("n")).intValue() - upserted);
            } else add(counts, kind.equals("insert") ? "nInserted" : "nDeleted", ((Number) answer.get("n")).intValue());
            index += 1;
        }
        // The store aborts the transaction if a guard did not hold.
        int updates = (int) documents(query.get("ops")).stream().filter(operation -> operation.containsKey("update")).count();
        if (((Number) counts.get("nMatched")).intValue() + ((Number) counts.get("nUpserted")).intValue() < updates) undo(channel, changes);
        Document cursor = new Document("id", 0L).append("ns", "admin.$cmd.bulkWrite").append("firstBatch", errors);
        return new Document("cursor", cursor).append("nErrors", errors.size()).append("nModified", 0).append("ok", 1.0)
            .appendAll(counts);
    }

    private Document write(Channel channel, String[] namespace, String kind, Document operation, Deque<Change> changes) {
        String collection = namespace[1];
        Document filter = (Document) operation.get("filter");
        Document before = filter == null ? null : findOne(channel, namespace, filter);
        Document command = new Document(kind, collection);
        Object id;
        if (kind.equals("insert")) {
            command.append("documents", List.of(operation.get("document")));
            id = ((Document) operation.get("document")).get("_id");
        } else if (kind.equals("update")) {
            Document update = new Document("q", filter).append("u", operation.get("updateMods")).append("multi", false)
                .append("upsert", operation.get("upsert") == Boolean.TRUE);
            command.append("updates", List.of(update));
            id = filter.get("_id");
        } else {
            command.append("deletes", List.of(new Document("q", filter).append("limit", 1)));
            id = filter.get("_id");
        }
        Document answer = super.handleCommand(channel, namespace[0], kind, command);
        if (documents(answer.get("writeErrors")).isEmpty() && ((Number) answer.get("n")).intValue() > 0)
            changes.push(new Change(namespace[0], collection, id, before));
        return answer;
    }

    /** Restores the documents, the last change first. */
    private void undo(Channel channel, Deque<Change> changes) {
        while (!changes.isEmpty()) {
            Change change = changes.pop();
            Document one = new Document("q", new Document("_id", change.id())).append("limit", 1);
            super.handleCommand(channel, change.database(), "delete", new Document("delete", change.collection()).append("deletes", List.of(one)));
            if (change.before() == null) continue;
            Document insert = new Document("insert", change.collection()).append("documents", List.of(change.before()));
            super.handleCommand(channel, change.database(), "insert", insert);
        }
    }

    private Document findOne(Channel channel, String[] namespace, Document filter) {
        Document find = new Document("find", namespace[1]).append("filter", filter).append("limit", 1);
        Document cursor = (Document) super.handleCommand(channel, namespace[0], "find", find).get("cursor");
        List<Document> found = documents(cursor.get("firstBatch"));
        return found.isEmpty() ? null : found.get(0).cloneDeeply();
    }

    private static void add(Document counts, String name, int more) {
        counts.put(name, ((Number) counts.get(name)).intValue() + more);
    }

    @SuppressWarnings("unchecked")
    private static List<Document> documents(Object list) {
        return list == null ? List.of() : new ArrayList<>((java.util.Collection<Document>) list);
    }
}
