import java.io.File;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import uk.ac.ed.ph.jqtiplus.JqtiExtensionManager;
import uk.ac.ed.ph.jqtiplus.node.item.AssessmentItem;
import uk.ac.ed.ph.jqtiplus.node.item.ModalFeedback;
import uk.ac.ed.ph.jqtiplus.node.item.interaction.ChoiceInteraction;
import uk.ac.ed.ph.jqtiplus.node.item.interaction.Interaction;
import uk.ac.ed.ph.jqtiplus.node.item.interaction.choice.SimpleChoice;
import uk.ac.ed.ph.jqtiplus.notification.Notification;
import uk.ac.ed.ph.jqtiplus.reading.AssessmentObjectXmlLoader;
import uk.ac.ed.ph.jqtiplus.reading.QtiXmlReader;
import uk.ac.ed.ph.jqtiplus.running.ItemProcessingInitializer;
import uk.ac.ed.ph.jqtiplus.running.ItemSessionController;
import uk.ac.ed.ph.jqtiplus.running.ItemSessionControllerSettings;
import uk.ac.ed.ph.jqtiplus.state.ItemSessionState;
import uk.ac.ed.ph.jqtiplus.types.Identifier;
import uk.ac.ed.ph.jqtiplus.types.ResponseData;
import uk.ac.ed.ph.jqtiplus.types.StringResponseData;
import uk.ac.ed.ph.jqtiplus.validation.ItemValidationResult;
import uk.ac.ed.ph.jqtiplus.validation.TestValidationResult;
import uk.ac.ed.ph.jqtiplus.xmlutils.SimpleSchemaCache;
import uk.ac.ed.ph.jqtiplus.xmlutils.locators.FileResourceLocator;

/**
 * Opens the unpacked quizzes in the named folders with JQTI+, and answers each question by each option alone, and by all of them where it takes several.
 * Prints what it finds, a line each, with tabs between the fields: a notification with the folder and its message, or an answer with the folder, the
 * item, the chosen options, whether they were accepted, the score, and the feedback that is shown.
 */
public class QtiPlayerMain {
    private static final JqtiExtensionManager extensions = new JqtiExtensionManager();

    public static void main(String[] folders) {
        AssessmentObjectXmlLoader loader =
            new AssessmentObjectXmlLoader(new QtiXmlReader(extensions, new SimpleSchemaCache()), new FileResourceLocator());
        for (String folder : folders) {
            TestValidationResult test = loader.loadResolveAndValidateTest(new File(folder, "quiz.xml").toURI());
            for (Notification each : test.getNotifications()) System.out.println("notification\t" + folder + "\t" + each.getMessage());
            if (!test.isValid()) System.out.println("invalid\t" + folder);
            for (ItemValidationResult item : test.getItemValidationResults()) play(folder, item);
        }
    }

    private static void play(String folder, ItemValidationResult validated) {
        AssessmentItem item = validated.getResolvedAssessmentItem().getItemLookup().extractAssumingSuccessful();
        for (Notification each : validated.getNotifications()) System.out.println("notification\t" + folder + "\t" + each.getMessage());
        for (Interaction interaction : item.getItemBody().findInteractions()) {
            List<String> options = new ArrayList<>();
            for (SimpleChoice choice : ((ChoiceInteraction) interaction).getSimpleChoices()) options.add(choice.getIdentifier().toString());
            for (String option : options) answer(folder, item, validated, List.of(option));
            if (((ChoiceInteraction) interaction).getMaxChoices() != 1) answer(folder, item, validated, options);
        }
    }

    private static void answer(String folder, AssessmentItem item, ItemValidationResult validated, List<String> chosen) {
        ItemSessionState state = new ItemSessionState();
        ItemSessionController session = new ItemSessionController(
            extensions, new ItemSessionControllerSettings(), new ItemProcessingInitializer(validated).initialize(), state);
        Date now = new Date(0);
        session.initialize(now);
        session.performTemplateProcessing(now);
        session.enterItem(now);
        boolean isBound = session.bindResponses(now, Map.<Identifier, ResponseData>of(Identifier.assumedLegal("RESPONSE"), new StringResponseData(chosen)));
        session.commitResponses(now);
        session.performResponseProcessing(now);
        TreeSet<String> shown = new TreeSet<>();
        for (ModalFeedback feedback : item.getModalFeedbacks()) if (feedback.isVisible(session)) shown.add(feedback.getIdentifier().toString());
        System.out.println(String.join("\t", "answer", folder, item.getIdentifier(), String.join(" ", chosen), isBound && state.isRespondedValidly() ? "accepted" : "refused",
            state.getOutcomeValue(Identifier.assumedLegal("SCORE")).toQtiString(), String.join(" ", shown)));
    }
}
